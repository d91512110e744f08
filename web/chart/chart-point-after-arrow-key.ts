import type { ChartPoint } from './chart-props.ts';

/** The value an arrow key moves to: left and right along the categories, up and down through the series. */
export function chartPointAfterArrowKey(
  key: string,
  at: ChartPoint | undefined,
  reach: { categories: number; series: number },
): ChartPoint | undefined {
  const last = reach.categories - 1;
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
  if (!at)
    return /^Arrow/.test(key) || key === 'Home' || key === 'End'
      ? { index: key === 'Home' ? 0 : last, series: 0 }
      : undefined;
  const { index, series } = at;
  if (key === 'ArrowLeft') return { index: clamp(index - 1, last), series };
  if (key === 'ArrowRight') return { index: clamp(index + 1, last), series };
  if (key === 'ArrowUp') return { index, series: clamp(series + 1, reach.series - 1) };
  if (key === 'ArrowDown') return { index, series: clamp(series - 1, reach.series - 1) };
  if (key === 'Home') return { index: 0, series };
  if (key === 'End') return { index: last, series };
  return undefined;
}
