import { toShanghaiIso } from '#kernel/calendar.ts';

/** From a moment until another, in seconds. Half open: what ends when something begins does not meet it. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Whether two intervals share a moment. The one place where it is said that they are half open. */
export const overlaps = (a: Interval, b: Interval): boolean => a.from < b.to && b.from < a.to;

/** Seconds two intervals share. */
export const shared = (a: Interval, b: Interval): number =>
  Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));

/** Whether a moment lies in an interval. */
export const holds = ({ from, to }: Interval, moment: number): boolean => from <= moment && moment < to;

const shown = (moment: number): string =>
  toShanghaiIso(moment * 1000)
    .slice(0, 16)
    .replace('T', ' ');

/** A moment as people write it. */
export const sayMoment = (moment: number): string => shown(moment);

/** An interval as people write it: the second day only where it is another. */
export function sayInterval({ from, to }: Interval): string {
  const [begins, ends] = [shown(from), shown(to)];
  return `${begins}–${ends.slice(0, 10) === begins.slice(0, 10) ? ends.slice(11) : ends}`;
}

/** The day of a moment in Asia/Shanghai. */
export const dayOf = (moment: number): string => shown(moment).slice(0, 10);
