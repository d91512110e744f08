import { type RefObject, useLayoutEffect, useState } from 'react';

/** Smallest height of a list in px, however little room there is. */
const least = 320;

const scrollParentOf = (one: Element): Element | null => {
  for (let above = one.parentElement; above; above = above.parentElement)
    if (/auto|scroll/.test(getComputedStyle(above).overflowY)) return above;
  return null;
};

/** The height and width in px of a box that fills the window down to `below` px above its end. */
export function useHeightFillingWindow(
  box: RefObject<HTMLElement | null>,
  below: number,
): { height: number; width: number } {
  const [room, setRoom] = useState({ height: least, width: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const around = scrollParentOf(element);
    const measure = () => {
      if (element.clientWidth === 0) return; // in a hidden tab
      const top = element.getBoundingClientRect().top + (around?.scrollTop ?? window.scrollY);
      const height = Math.max(least, Math.round(window.innerHeight - top - below));
      const width = element.clientWidth;
      setRoom((before) => (before.height === height && before.width === width ? before : { height, width }));
    };
    measure();
    // chips, figures and notes above it appear and disappear
    const watched = new ResizeObserver(measure);
    watched.observe(element);
    if (element.parentElement) for (const one of siblingsOf(element)) watched.observe(one);
    window.addEventListener('resize', measure);
    return () => {
      watched.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [box, below]);
  return room;
}

/** The elements above it on its screen. */
const siblingsOf = (element: Element): Element[] => {
  const screen = element.closest('.xj-screen');
  return screen ? [...screen.children].filter((one) => !one.contains(element)) : [];
};
