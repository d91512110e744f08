import { useEffect, useRef } from 'react';

interface ListShortcuts {
  /** `/` */
  onSearch(): void;
  /** `F` */
  onFilter(): void;
  /** `J` or ↓ (1), `K` or ↑ (-1) */
  onStep(by: 1 | -1): void;
  /** Space */
  onPeek(): void;
  /** Enter */
  onOpen(): void;
}

const typing = 'input, textarea, select, [contenteditable="true"], [role="combobox"]';
const pressing = 'a, button, label, summary, [role="button"], [role="tab"], [role="menuitem"], [role="switch"]';
/** Dialogs and popups have their own keys. */
const asking = 'dialog, .ant-modal, .ant-popover, .ant-dropdown, .xj-form-sheet';

/** Shortcuts of a list, wherever the focus is on its screen, except in inputs and dialogs. */
export function useListShortcuts(keys: ListShortcuts): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest(typing) || target.closest(asking)) return;
      const run = reactionTo(event, target, latest.current);
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function reactionTo(event: KeyboardEvent, target: Element, keys: ListShortcuts): (() => void) | undefined {
  const inTable = target.closest('[data-list]') !== null;
  switch (event.key) {
    case '/':
      return keys.onSearch;
    case 'f':
    case 'F':
      return keys.onFilter;
    case 'j':
    case 'J':
      return () => keys.onStep(1);
    case 'k':
    case 'K':
      return () => keys.onStep(-1);
    case 'ArrowDown':
      return inTable ? () => keys.onStep(1) : undefined;
    case 'ArrowUp':
      return inTable ? () => keys.onStep(-1) : undefined;
    case ' ':
      return target.closest(pressing) ? undefined : keys.onPeek;
    case 'Enter':
      return inTable && !target.closest(pressing) ? keys.onOpen : undefined;
    default:
      return undefined;
  }
}
