import { type RefObject, useEffect } from 'react';

/** Inside these, the keys belong to what is asked there. */
const asking = 'dialog, .ant-modal';

/**
 * `Ctrl+S` and `Ctrl+Enter` (on a Mac with the command key) send a form while it is shown, wherever on the page the
 * keyboard is: a chosen option or a closed picker often leaves it nowhere.
 */
export function useSaveShortcut(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const saves = (event.ctrlKey || event.metaKey) && (event.key.toLowerCase() === 's' || event.key === 'Enter');
      const element = form.current;
      if (!saves || !element || event.defaultPrevented) return;
      const over = event.target instanceof Element ? event.target.closest(asking) : null;
      if (over && !over.contains(element)) return;
      event.preventDefault();
      element.requestSubmit();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [form]);
}
