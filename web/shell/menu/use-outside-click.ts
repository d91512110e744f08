import { useEffect, useRef } from 'react';

/** Closes an open menu when something else is clicked or focused. */
export function useOutsideClick(box: { current: HTMLElement | null }, active: boolean, onOutside: () => void): void {
  const held = useRef(onOutside);
  held.current = onOutside;
  useEffect(() => {
    if (!active) return;
    const check = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) held.current();
    };
    document.addEventListener('pointerdown', check);
    document.addEventListener('focusin', check);
    return () => {
      document.removeEventListener('pointerdown', check);
      document.removeEventListener('focusin', check);
    };
  }, [active, box]);
}
