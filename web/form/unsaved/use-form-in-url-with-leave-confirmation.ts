import { useCallback, useEffect, useReducer, useRef } from 'react';
import { toast } from '#web/feedback/toast.ts';
import { confirmLeave } from '#web/form/unsaved/warn-before-leaving-unsaved-form.ts';
import { translate } from '#web/i18n/locale.ts';
import { refusedNavigationAndRowDragTexts } from '#web/tab/refused-navigation-and-row-drag-texts.ts';
import { useTab } from '#web/tab/tab-context.ts';

/** Ms within which a restored address is drawn. */
const settled = 500;

/**
 * The form that the address names. If it has unsaved changes and the address changes to one without it, as with the
 * Back button, the user is asked whether to leave. If the user stays, the address is restored.
 */
export function useFormInUrlWithLeaveConfirmation(requested: string | undefined, restore: (form: string) => void) {
  const tab = useTab();
  const dirty = useRef(false);
  const last = useRef(requested);
  const latest = useRef(restore);
  latest.current = restore;
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const form = dirty.current ? last.current : requested;

  useEffect(() => {
    const held = last.current;
    if (held === requested) return undefined;
    if (!dirty.current || held === undefined) {
      last.current = requested;
      return undefined;
    }
    let live = true;
    let again: ReturnType<typeof setInterval> | undefined;
    void confirmLeave().then((leaves) => {
      if (!live) return;
      if (!leaves) {
        toast.info(translate(refusedNavigationAndRowDragTexts.intercepted));
        latest.current(held);
        // leaving again before the address is drawn would remove it unnoticed; restored twice, Back would lead to itself
        const restored = window.location.href;
        again = setInterval(() => {
          if (dirty.current && window.location.href !== restored) latest.current(held);
        }, settled);
        return;
      }
      dirty.current = false;
      tab.setDirty(false);
      last.current = requested;
      redraw();
    });
    return () => {
      live = false;
      clearInterval(again);
    };
  }, [requested, tab]);

  const noteDirty = useCallback((next: boolean) => {
    dirty.current = next;
  }, []);
  return { form, noteDirty };
}
