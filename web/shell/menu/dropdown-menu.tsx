import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useOutsideClick } from './use-outside-click.ts';

interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** At the end: keys, or a mark of the present choice. */
  after?: ReactNode;
  /** Radio item: whether it is selected. */
  checked?: boolean;
  disabled?: boolean;
  danger?: boolean;
  run: () => void;
}

/** `rule` draws a separator. */
export type DropdownMenuItem = MenuItem | 'rule';

interface ListProps {
  items: readonly DropdownMenuItem[];
  label: string;
  onClose: () => void;
  children?: ReactNode;
}

const optionsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])') ?? []),
];

/** An open menu: arrow keys move, Escape and Tab close, a letter jumps. */
export function MenuList({ items, label, onClose, children }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  // Among radio items, focus starts at the selected one.
  useEffect(() => {
    const all = optionsIn(list.current);
    (all.find((one) => one.getAttribute('aria-checked') === 'true') ?? all[0])?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = optionsIn(list.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
    const target = to[event.key];
    if (target !== undefined) {
      event.preventDefault();
      all[(target + all.length) % all.length]?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else if (event.key.length === 1) {
      const letter = event.key.toLowerCase();
      const rest = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      rest.find((one) => one.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
    }
  };
  return (
    <div className="xj-menu" ref={list} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {children}
      {items.map((item, at) =>
        item === 'rule' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a separator has no other identity
          <hr key={`rule-${at}`} />
        ) : (
          <button
            key={item.key}
            type="button"
            {...(item.checked === undefined
              ? { role: 'menuitem' }
              : { role: 'menuitemradio', 'aria-checked': item.checked })}
            aria-disabled={item.disabled || undefined}
            tabIndex={-1}
            data-danger={item.danger || undefined}
            onClick={() => {
              if (item.disabled) return;
              onClose();
              item.run();
            }}
          >
            <span className="xj-menu-icon">{item.checked ? '✓' : item.icon}</span>
            <span className="xj-menu-label">{item.label}</span>
            {item.after && <span className="xj-menu-after">{item.after}</span>}
          </button>
        ),
      )}
    </div>
  );
}

interface DropdownMenuProps {
  /** Label of the button and of the menu. */
  label: string;
  button: ReactNode;
  items: readonly DropdownMenuItem[];
  /** Above the items. */
  head?: ReactNode;
  className?: string;
}

/** A button that opens a menu below itself. */
export function DropdownMenu({ label, button, items, head, className = 'xj-tool' }: DropdownMenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useOutsideClick(box, open, () => setOpen(false));
  const close = (): void => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <div className="xj-drop" ref={box}>
      <button
        type="button"
        ref={opener}
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        title={label}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {button}
      </button>
      {open && (
        <div className="xj-drop-panel" id={id}>
          <MenuList items={items} label={label} onClose={close}>
            {head}
          </MenuList>
        </div>
      )}
    </div>
  );
}
