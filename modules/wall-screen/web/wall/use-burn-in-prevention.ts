import { type RefObject, useEffect } from 'react';

/** Px by which the picture is moved in turn, and how long it stays, in ms: no line is lit in one place for days. */
const places = [
  [0, 0],
  [2, 1],
  [3, 3],
  [1, 3],
  [-1, 2],
  [-3, 1],
  [-2, -2],
  [1, -3],
] as const;
const stays = 180_000;

/** Moves the picture by a few pixels every three minutes, at once, so that panels do not burn in. Nobody sees it. */
export function useBurnInPrevention(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let at = 0;
    const timer = setInterval(() => {
      at = (at + 1) % places.length;
      const [x, y] = places[at] ?? places[0];
      if (page.current) page.current.style.translate = `${x}px ${y}px`;
    }, stays);
    return () => clearInterval(timer);
  }, [page]);
}
