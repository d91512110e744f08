import type { Fields } from '#kernel/declaration/field.ts';
import { focusFirstField } from '#web/feedback/first-field.ts';
import { afterPointerRelease } from '#web/form/state/after-pointer-release.ts';
import type { FieldErrors } from '#web/form/state/validate-fields.ts';

/** Id of the control of a field in a form. */
export const controlId = (form: string, name: string): string => `${form}-${name}`;

/** Puts the keyboard on the first of some fields, and it into view. */
export function focusFirstError(form: string, fields: Fields, errors: FieldErrors): void {
  const name = Object.keys(fields).find((one) => errors[one]);
  if (name === undefined) return;
  const held = document.activeElement;
  // After the errors are drawn: the line of the message moves what stands below.
  requestAnimationFrame(() => {
    // On a busy machine the next frame is late: who has gone on by then is not called back, nor what they press moved.
    const now = document.activeElement;
    if (now !== held && now !== document.body && now !== null) return;
    afterPointerRelease(() => showField(form, name));
  });
}

/** Brings a field into view, out of what is folded around it, and the keyboard to it. */
export function showField(form: string, name: string): void {
  const row = document.getElementById(`${controlId(form, name)}-row`);
  const control = document.getElementById(controlId(form, name));
  for (let fold = row?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  const focus = () => {
    row?.scrollIntoView({ block: 'center' });
    (control ?? row)?.focus({ preventScroll: true });
    // a group takes no keyboard itself
    if (!row || row.contains(document.activeElement) || focusFirstField(row)) return;
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
  };
  focus();
  const around = row?.closest('form');
  if (!row || !around?.querySelector('.ant-skeleton')) return;
  // inputs that are loaded later move what stands below them, and take the keyboard once they are there
  const coming = new MutationObserver(() => {
    if (around.querySelector('.ant-skeleton')) return;
    coming.disconnect();
    if (row.contains(document.activeElement)) focusWithin(row);
  });
  coming.observe(around, { childList: true, subtree: true });
}

/** The row of a field into view, and the keyboard from the row itself to what it takes. */
function focusWithin(row: HTMLElement): void {
  row.scrollIntoView({ block: 'center' });
  if (document.activeElement !== row) return;
  row.blur();
  if (!focusFirstField(row)) row.focus({ preventScroll: true });
}
