import { useEffect } from 'react';
import { offeredPaletteActions } from './command-palette-and-shortcut-action-registry.ts';

/** On a Mac the command key replaces Ctrl. */
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys of an event: `Ctrl+K`; keys without modifiers are written as typed: `?`, `/`. */
export function keysOfEvent(event: KeyboardEvent): string {
  const ctrl = isMac ? event.metaKey : event.ctrlKey;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  // Alt changes the character on some keyboards; take the physical key.
  const meant = event.altKey && /^(Key|Digit)/.test(event.code) ? event.code.replace(/^(Key|Digit)/, '') : key;
  return [ctrl && 'Ctrl', event.altKey && 'Alt', meant].filter(Boolean).join('+');
}

/** Keys as printed on this computer's keyboard. */
export const formatKeysForPlatform = (keys: string): string =>
  isMac ? keys.replace('Ctrl+', '⌘').replace('Alt+', '⌥') : keys;

/** Checkboxes only take Space, so shortcuts work on them. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !/^(checkbox|radio|button)$/.test(target.type)
    : target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));

/** An open dialog takes all keys. */
const isCovered = (): boolean => document.querySelector('dialog[open], .ant-modal-wrap:not([style*="none"])') !== null;

/** In a form beside the page it was opened from, keys without modifiers do not act on that page. */
const isInForm = (): boolean =>
  [...document.querySelectorAll('.xj-form-sheet, .xj-profile')].some((sheet) => sheet.checkVisibility());

/**
 * Runs the offered action whose keys are pressed. Keys without Ctrl or Alt do nothing while the user types or a form is
 * open.
 */
export function useRunOfferedActionOfPressedKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat) return;
      const keys = keysOfEvent(event);
      const bare = !/^((Ctrl|Alt)\+|F\d+$)/.test(keys);
      if ((bare && (isTyping(event.target) || isInForm())) || isCovered()) return;
      const action = offeredPaletteActions().find((one) => one.keys === keys);
      if (!action) return;
      event.preventDefault();
      if (!action.disabled) void action.run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
