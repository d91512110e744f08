import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Places in a row that has room for `all` pixels, of entries of these widths: every one where they all fit, else those that
 * fit beside the entry that opens the rest, `more` wide. `always` is among them, whatever comes before it.
 */
export function placesThatFit(widths: readonly number[], more: number, all: number, always = -1): number[] {
  const sum = widths.reduce((total, width) => total + width, 0);
  if (sum <= all) return widths.map((_, at) => at);
  let left = all - more - (widths[always] ?? 0);
  const cut = widths.findIndex((width, at) => {
    if (at !== always) left -= width;
    return left < 0;
  });
  const first = widths.map((_, at) => at).slice(0, cut < 0 ? widths.length : cut);
  return always < 0 || always >= widths.length || first.includes(always) ? first : [...first, always];
}

/**
 * The places of entries a row has room for, measured again when either changes. `ruler` holds all of them as they are
 * drawn, out of sight, and last the one that opens the rest.
 */
export function useRoom(
  row: RefObject<HTMLElement | null>,
  ruler: RefObject<HTMLElement | null>,
  count: number,
  always = -1,
): readonly number[] {
  const [{ widths, more, all }, setMeasured] = useState<{ widths: readonly number[]; more: number; all: number }>({
    widths: [],
    more: 0,
    all: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries are measured anew
  useLayoutEffect(() => {
    const measure = (): void => {
      const each = [...(ruler.current?.children ?? [])].map((one) => (one as HTMLElement).offsetWidth);
      setMeasured({ more: each.pop() ?? 0, widths: each, all: row.current?.clientWidth ?? 0 });
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (row.current) observer.observe(row.current);
    if (ruler.current) observer.observe(ruler.current);
    return () => observer.disconnect();
  }, [row, ruler, count]);
  return placesThatFit(widths.length === count ? widths : Array<number>(count).fill(0), more, all, always);
}
