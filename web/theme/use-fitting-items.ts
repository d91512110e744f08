import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Indexes of the entries that fit into a row of `all` pixels: all of them, or those that fit next to the button for the
 * rest, which is `more` wide. The entry `always` is always among them.
 */
export function fittingItems(widths: readonly number[], more: number, all: number, always = -1): number[] {
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
 * The entries that fit into a row, measured again when the entries or the row change. `ruler` is a hidden copy with all
 * entries and, last, the button for the rest.
 */
export function useFittingItems(
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries are measured again
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
  return fittingItems(widths.length === count ? widths : Array<number>(count).fill(0), more, all, always);
}
