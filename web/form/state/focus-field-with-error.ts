import type { Fields } from '#kernel/declaration/field.ts';
import { focusFirstField } from '#web/feedback/focus-first-field-and-return.ts';
import { runAfterMouseButtonRelease } from '#web/form/state/run-after-mouse-button-release.ts';
import type { FieldErrors } from '#web/form/state/validate-form-fields-and-split-server-errors.ts';

/** Id of the control of a field in a form. */
export const controlId = (form: string, name: string): string => `${form}-${name}`;

/** Scrolls to the first field with an error and focuses it. */
export function focusFirstError(form: string, fields: Fields, errors: FieldErrors): void {
  const name = Object.keys(fields).find((one) => errors[one]);
  if (name === undefined) return;
  const held = document.activeElement;
  // After the errors are drawn: the message moves what is below it.
  requestAnimationFrame(() => {
    // On a slow machine the frame is late: a focus that has moved on meanwhile stays.
    const now = document.activeElement;
    if (now !== held && now !== document.body && now !== null) return;
    runAfterMouseButtonRelease(() => showField(form, name));
  });
}

/** Unfolds and scrolls to a field, and focuses it. */
export function showField(form: string, name: string): void {
  const row = document.getElementById(`${controlId(form, name)}-row`);
  const control = document.getElementById(controlId(form, name));
  for (let fold = row?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  const focus = () => {
    row?.scrollIntoView({ block: 'center' });
    (control ?? row)?.focus({ preventScroll: true });
    // a group cannot have the focus itself
    if (!row || row.contains(document.activeElement) || focusFirstField(row)) return;
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
  };
  focus();
  const around = row?.closest('form');
  if (!row || !around?.querySelector('.ant-skeleton')) return;
  // inputs that load later move what is below them, and are focused once they are there
  const coming = new MutationObserver(() => {
    if (around.querySelector('.ant-skeleton')) return;
    coming.disconnect();
    if (row.contains(document.activeElement)) focusWithin(row);
  });
  coming.observe(around, { childList: true, subtree: true });
}

/** Scrolls to the row of a field, and moves the focus from the row to its input. */
function focusWithin(row: HTMLElement): void {
  row.scrollIntoView({ block: 'center' });
  if (document.activeElement !== row) return;
  row.blur();
  if (!focusFirstField(row)) row.focus({ preventScroll: true });
}
