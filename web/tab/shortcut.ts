import { useEffect } from 'react';
import { offeredActions } from './actions.ts';

/** On a Mac the command key stands for Ctrl. */
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** `Ctrl+K` of an event; keys on their own are written as they are typed: `?`, `/`. */
export function keysOf(event: KeyboardEvent): string {
  const ctrl = isMac ? event.metaKey : event.ctrlKey;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  // Alt changes the character on some keyboards; the physical key is what was meant.
  const meant = event.altKey && /^(Key|Digit)/.test(event.code) ? event.code.replace(/^(Key|Digit)/, '') : key;
  return [ctrl && 'Ctrl', event.altKey && 'Alt', meant].filter(Boolean).join('+');
}

/** Keys as they are printed on this machine's keyboard. */
export const printKeys = (keys: string): string => (isMac ? keys.replace('Ctrl+', '⌘').replace('Alt+', '⌥') : keys);

/** What is ticked takes Space and no more. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !/^(checkbox|radio|button)$/.test(target.type)
    : target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));

/** A dialog that is open has the keyboard for itself. */
const isCovered = (): boolean => document.querySelector('dialog[open], .ant-modal-wrap:not([style*="none"])') !== null;

/** A form beside what it was opened from: what it hides is not meant by keys on their own. */
const isInForm = (): boolean =>
  [...document.querySelectorAll('.xj-form-sheet, .xj-profile')].some((sheet) => sheet.checkVisibility());

/** Runs the offered action whose keys are pressed. Keys without Ctrl or Alt do nothing while someone types or a form is open. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat) return;
      const keys = keysOf(event);
      const bare = !/^((Ctrl|Alt)\+|F\d+$)/.test(keys);
      if ((bare && (isTyping(event.target) || isInForm())) || isCovered()) return;
      const action = offeredActions().find((one) => one.keys === keys);
      if (!action) return;
      event.preventDefault();
      if (!action.disabled) void action.run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
