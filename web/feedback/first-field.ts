import { type RefObject, useEffect, useState } from 'react';

/** Controls something is put in by keyboard; what stands hidden behind a button, such as the input of a file, is none. */
const control =
  'input:not([type=hidden], [type=file], [disabled]), textarea:not([disabled]), select:not([disabled]), [role=switch]:not([disabled]), [role=combobox], [contenteditable=true]';

/** Puts the keyboard into the first field of a form, unless it is in there already; says whether it is. */
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

/** A field that takes the focus without keys coming up on the screen; they come once it is touched, or left and entered again. */
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
 * The focus is in the first field once a form is drawn, as whoever opened it by keyboard expects; where that field is
 * still to come, once it has. On a phone no keys come up with it: they would cover the form before it was read.
 */
export function useFirstField(form: RefObject<HTMLElement | null>): void {
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
 * When what asks is gone the focus goes back to where it was: to what opened it, or where that has gone with what was done,
 * to the sheet it stood in. Who has gone on meanwhile is not called back.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // the library lets go of the focus as it goes, a frame later
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
