import { type RefObject, useEffect } from 'react';

/** Dialogs and popups have these keys themselves. */
const asking = 'dialog, .ant-modal';

/**
 * `Ctrl+S` and `Ctrl+Enter` (`Cmd` on a Mac) submit a form while it is shown, wherever the focus is: after choosing
 * an option it is often nowhere.
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
