import { type RefObject, useEffect } from 'react';

/** Controls something is put in by keyboard; what stands hidden behind a button, such as the input of a file, is none. */
const control =
  'input:not([type=hidden], [type=file], [disabled]), textarea:not([disabled]), select:not([disabled]), [role=switch]:not([disabled]), [role=combobox], [contenteditable=true]';

/** Puts the keyboard into the first field of a form, unless it is in there already; says whether it is. */
export function focusFirstField(form: HTMLElement | null): boolean {
  if (!form) return false;
  if (form.contains(document.activeElement)) return true;
  for (const one of form.querySelectorAll<HTMLElement>(control)) {
    one.focus();
    if (document.activeElement === one) return true;
  }
  return false;
}

/**
 * The keyboard is in the first field once a form is drawn, as whoever opened it by keyboard expects; where that field is
 * still to come, once it has. Not on a phone: there the keys would cover the form before it was read.
 */
export function useFirstField(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = form.current;
    if (!element || window.matchMedia('(pointer: coarse)').matches) return undefined;
    const isToCome = () => element.querySelector(`${control}, .ant-skeleton`)?.matches('.ant-skeleton') === true;
    if (!isToCome()) {
      focusFirstField(element);
      return undefined;
    }
    const coming = new MutationObserver(() => {
      if (isToCome()) return;
      coming.disconnect();
      focusFirstField(element);
    });
    coming.observe(element, { childList: true, subtree: true });
    return () => coming.disconnect();
  }, [form]);
}
