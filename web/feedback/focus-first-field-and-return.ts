import { type RefObject, useEffect, useState } from 'react';

/** Controls that take keyboard input; inputs hidden behind a button, such as a file input, are excluded. */
const control =
  'input:not([type=hidden], [type=file], [disabled]), textarea:not([disabled]), select:not([disabled]), [role=switch]:not([disabled]), [role=combobox], [contenteditable=true]';

/** Focuses the first field of a form unless the form has the focus already. Returns whether it has. */
export function focusFirstField(form: HTMLElement | null, { quiet = false } = {}): boolean {
  if (!form) return false;
  if (form.contains(document.activeElement)) return true;
  for (const one of form.querySelectorAll<HTMLElement>(control)) {
    const restore = quiet ? suppressKeyboard(one) : undefined;
    one.focus();
    if (document.activeElement === one) return true;
    restore?.();
  }
  return false;
}

/**
 * Keeps the on-screen keyboard closed while a field is focused. It opens once the field is touched, or left and entered
 * again.
 */
function suppressKeyboard(field: HTMLElement): () => void {
  const before = field.getAttribute('inputmode');
  const done = new AbortController();
  const restore = () => {
    done.abort();
    if (before === null) field.removeAttribute('inputmode');
    else field.setAttribute('inputmode', before);
  };
  field.setAttribute('inputmode', 'none');
  for (const event of ['pointerdown', 'keydown', 'blur'])
    field.addEventListener(event, restore, { signal: done.signal });
  return restore;
}

/**
 * Focuses the first field of a form once it is drawn, as keyboard users expect; a field that loads later is focused
 * when it appears. On a phone the on-screen keyboard stays closed: it would cover the form.
 */
export function useFocusFirstField(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    const begin = () => focusFirstField(element, { quiet: window.matchMedia('(pointer: coarse)').matches });
    const isToCome = () => element.querySelector(`${control}, .ant-skeleton`)?.matches('.ant-skeleton') === true;
    if (!isToCome()) {
      begin();
      return undefined;
    }
    const coming = new MutationObserver(() => {
      if (isToCome()) return;
      coming.disconnect();
      begin();
    });
    coming.observe(element, { childList: true, subtree: true });
    return () => coming.disconnect();
  }, [form]);
}

/**
 * When a dialog closes, focus returns to the element that opened it or, if that is gone, to the sheet it was in. A user
 * who has moved the focus elsewhere keeps it.
 */
export function useReturnFocusOnClose(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // antd releases the focus one frame after closing
      setTimeout(() => {
        const held = document.activeElement;
        if (held !== null && held !== document.body) return;
        if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
        else document.querySelector<HTMLElement>('.ant-drawer-open')?.focus();
      }, 50);
    },
    [opener],
  );
}
