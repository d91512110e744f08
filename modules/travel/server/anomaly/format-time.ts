import { toShanghaiIso } from '#kernel/time/calendar.ts';
import type { Interval } from '#kernel/time/interval.ts';

const shown = (moment: number): string =>
  toShanghaiIso(moment * 1000)
    .slice(0, 16)
    .replace('T', ' ');

/** A moment as people write it. */
export const formatMoment = (moment: number): string => shown(moment);

/** An interval as people write it: the second day only where it is another. */
export function formatInterval({ from, to }: Interval): string {
  const [begins, ends] = [shown(from), shown(to)];
  return `${begins}–${ends.slice(0, 10) === begins.slice(0, 10) ? ends.slice(11) : ends}`;
}

/** The day of a moment in Asia/Shanghai. */
export const dayOf = (moment: number): string => shown(moment).slice(0, 10);
