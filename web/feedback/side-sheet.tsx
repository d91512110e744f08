import { type ReactNode, useEffect, useId, useRef } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';

const texts = { close: text('关闭', 'Close') };

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  side?: 'left' | 'right' | 'top';
  children: ReactNode;
  className?: string;
  /** The title is only for screen readers. */
  bare?: boolean;
}

/** A sheet over the page, as a native dialog that traps and returns the focus. */
export function SideSheet({
  open,
  onClose,
  title,
  side = 'right',
  children,
  className = '',
  bare = false,
}: SheetProps) {
  const t = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (!open) {
      element.close();
      return;
    }
    element.showModal();
    // The browser would focus the first button, which closes the sheet.
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className={`xj-sheet ${className}`}
      data-side={side}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {open && (
        <div className="xj-sheet-body">
          <header className={bare ? 'xj-visually-hidden' : 'xj-sheet-head'}>
            <h2 id={id}>{title}</h2>
            <button type="button" className="xj-tool" onClick={onClose}>
              <span aria-hidden="true">×</span>
              <span className="xj-visually-hidden">{t(texts.close)}</span>
            </button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}
