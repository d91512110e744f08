import type { Interval } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';

/** Asia/Shanghai is eight hours ahead of UTC, all year. */
const offset = 8 * 3600;
const daySeconds = 86_400;

/** Unix seconds as texts show them: `2026-11-27 08:00` in Asia/Shanghai. */
export const formatTripMoment = (moment: number): string => toShanghaiMinute(moment * 1000);

/** `2026-11-27 08:00–18:00`; the second day is shown only where it is another. */
export function formatTripInterval({ from, to }: Interval): string {
  const [begins, ends] = [formatTripMoment(from), formatTripMoment(to)];
  return `${begins}–${ends.slice(0, 10) === begins.slice(0, 10) ? ends.slice(11) : ends}`;
}

/** Calendar days a trip touches, the first and the last among them; one that ends at 24:00 does not touch the next. */
export const calendarDaysOfTrip = ({ from, to }: Interval): number => {
  const first = Math.floor((from + offset) / daySeconds);
  const last = Math.floor((Math.max(to - 1, from) + offset) / daySeconds);
  return last - first + 1;
};

/** Midnight in Asia/Shanghai at the beginning of the day of a moment, both in Unix seconds. */
export const midnightBeforeMoment = (moment: number): number =>
  Math.floor((moment + offset) / daySeconds) * daySeconds - offset;
