import type { ButtonProps, DropdownProps, MenuProps, PopoverProps } from 'antd';
import { cloneElement, type ReactElement, useCallback, useEffect, useRef, useState } from 'react';

type Opener = ReactElement<
  Pick<ButtonProps, 'onClick' | 'onPointerEnter' | 'onFocus'> & { ref?: (button: HTMLElement | null) => void }
>;

type Popups = typeof import('#web/table/popup/lazy-popups.ts');

let popups: Popups | undefined;
let loading: Promise<Popups> | undefined;

/** What draws menus and panels comes when a hand nears the first button that opens one, and is there when it presses. */
function loadPopups(): Promise<Popups> {
  loading ??= import('#web/table/popup/lazy-popups.ts').then((loaded) => {
    popups = loaded;
    return loaded;
  });
  return loading;
}

const fetchPopups = (): void => void loadPopups().catch(() => undefined);

/**
 * A list has a dozen buttons with a popup behind each, of which most are never opened. Until it is pressed a button stands
 * alone: with plain buttons in the rows and the pager behind them that is a sixth of the script run before the first rows.
 */
function useLate() {
  const [drawn, setDrawn] = useState(popups);
  const [wanted, setWanted] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [open, setOpen] = useState(false);
  if (failure) throw failure;
  const want = useCallback(() => {
    const show = (loaded: Popups): void => {
      setDrawn(loaded);
      setWanted(true);
      setOpen(true);
    };
    if (popups) show(popups);
    else loadPopups().then(show, setFailure);
  }, []);
  // The button that was pressed is replaced by one that carries the popup: the keyboard stays on it. Only once: antd may
  // hand the button over again while the keyboard is inside the popup.
  const focused = useRef(false);
  const take = useCallback((button: HTMLElement | null) => {
    if (!button || focused.current) return;
    focused.current = true;
    button.focus({ preventScroll: true });
  }, []);
  return { drawn: wanted ? drawn : undefined, open, setOpen, want, take };
}

export interface LateDropdownProps extends Omit<DropdownProps, 'children' | 'menu'> {
  /** The menu, or what makes it of a part that is loaded with the first menu. */
  menu: MenuProps | ((loaded: Popups) => MenuProps);
  children: Opener;
}

/** A button that opens a menu. */
export function LateDropdown({ children, menu, ...rest }: LateDropdownProps) {
  const { drawn, open, setOpen, want, take } = useLate();
  if (!drawn) return cloneElement(children, { onClick: want, onPointerEnter: fetchPopups, onFocus: fetchPopups });
  const { Dropdown } = drawn;
  return (
    <Dropdown
      {...rest}
      menu={typeof menu === 'function' ? menu(drawn) : menu}
      trigger={['click']}
      open={open}
      onOpenChange={setOpen}
    >
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
  const { want } = late;
  // opened by something else than its button
  useEffect(() => {
    if (open) want();
  }, [open, want]);
  const change = (next: boolean) => {
    late.setOpen(next);
    onOpenChange?.(next);
  };
  if (!late.drawn) {
    return cloneElement(children, {
      onClick: () => {
        late.want();
        onOpenChange?.(true);
      },
      onPointerEnter: fetchPopups,
      onFocus: fetchPopups,
    });
  }
  const { Popover } = late.drawn;
  return (
    <Popover {...rest} trigger="click" destroyOnHidden open={open ?? late.open} onOpenChange={change}>
      {cloneElement(children, { ref: late.take })}
    </Popover>
  );
}
