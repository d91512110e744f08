import { type ButtonProps, Dropdown, type DropdownProps, Popover, type PopoverProps } from 'antd';
import { cloneElement, type ReactElement, useCallback, useRef, useState } from 'react';

type Opener = ReactElement<Pick<ButtonProps, 'onClick'> & { ref?: (button: HTMLElement | null) => void }>;

/**
 * A list has a dozen buttons with a popup behind each, of which most are never opened. Until it is pressed a button stands
 * alone: with plain buttons in the rows and the pager behind them that is a sixth of the script run before the first rows.
 */
function useLate() {
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const want = useCallback(() => {
    setWanted(true);
    setOpen(true);
  }, []);
  // The button that was pressed is replaced by one that carries the popup: the keyboard stays on it. Only once: antd may
  // hand the button over again while the keyboard is inside the popup.
  const taken = useRef(false);
  const take = useCallback((button: HTMLElement | null) => {
    if (!button || taken.current) return;
    taken.current = true;
    button.focus({ preventScroll: true });
  }, []);
  return { wanted, open, setOpen, want, take };
}

/** A button that opens a menu. */
export function LateDropdown({ children, ...rest }: Omit<DropdownProps, 'children'> & { children: Opener }) {
  const { wanted, open, setOpen, want, take } = useLate();
  if (!wanted) return cloneElement(children, { onClick: want });
  return (
    <Dropdown {...rest} trigger={['click']} open={open} onOpenChange={setOpen}>
      {cloneElement(children, { ref: take })}
    </Dropdown>
  );
}

export interface LatePopoverProps extends Pick<PopoverProps, 'placement' | 'content'> {
  /** Held by whoever wants to close it by itself. */
  open?: boolean;
  onOpenChange?(open: boolean): void;
  children: Opener;
}

/** A button that opens a panel. */
export function LatePopover({ children, open, onOpenChange, ...rest }: LatePopoverProps) {
  const late = useLate();
  const change = (next: boolean) => {
    late.setOpen(next);
    onOpenChange?.(next);
  };
  if (!late.wanted) {
    return cloneElement(children, {
      onClick: () => {
        late.want();
        onOpenChange?.(true);
      },
    });
  }
  return (
    <Popover {...rest} trigger="click" destroyOnHidden open={open ?? late.open} onOpenChange={change}>
      {cloneElement(children, { ref: late.take })}
    </Popover>
  );
}
