import type { ButtonProps, DropdownProps, MenuProps, PopoverProps } from 'antd';
import { cloneElement, type ReactElement, useCallback, useEffect, useRef, useState } from 'react';

type Opener = ReactElement<
  Pick<ButtonProps, 'onClick' | 'onPointerEnter' | 'onFocus'> & { ref?: (button: HTMLElement | null) => void }
>;

type Popups = typeof import('#web/table/popup/re-exports-bundled-into-popup-chunk.ts');

let popups: Popups | undefined;
let loading: Promise<Popups> | undefined;

/**
 * Menus and panels are loaded when the pointer nears the first button that opens one, so that they are ready when it is
 * pressed.
 */
function loadPopups(): Promise<Popups> {
  loading ??= import('#web/table/popup/re-exports-bundled-into-popup-chunk.ts').then((loaded) => {
    popups = loaded;
    return loaded;
  });
  return loading;
}

const fetchPopups = (): void => void loadPopups().catch(() => undefined);

/**
 * A list has a dozen buttons with popups, most of which are never opened. Until it is pressed, each is a plain
 * button: with the rows and the pager this saves a sixth of the script before the first rows.
 */
function useLazyPopup() {
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
  // The pressed button is replaced by one with the popup, which gets the focus. Only once: antd may
  // render the button again while the focus is inside the popup.
  const focused = useRef(false);
  const take = useCallback((button: HTMLElement | null) => {
    if (!button || focused.current) return;
    focused.current = true;
    button.focus({ preventScroll: true });
  }, []);
  return { drawn: wanted ? drawn : undefined, open, setOpen, want, take };
}

interface LazyDropdownProps extends Omit<DropdownProps, 'children' | 'menu'> {
  /** The menu, or a function that makes it of the code loaded with the first menu. */
  menu: MenuProps | ((loaded: Popups) => MenuProps);
  children: Opener;
}

/** A button that opens a menu. */
export function LazyDropdown({ children, menu, ...rest }: LazyDropdownProps) {
  const { drawn, open, setOpen, want, take } = useLazyPopup();
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

interface LazyPopoverProps extends Pick<PopoverProps, 'placement' | 'content'> {
  /** Controlled: whether it is open. */
  open?: boolean;
  onOpenChange?(open: boolean): void;
  children: Opener;
}

/** A button that opens a panel. */
export function LazyPopover({ children, open, onOpenChange, ...rest }: LazyPopoverProps) {
  const late = useLazyPopup();
  const { want } = late;
  // opened by something other than its button
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
