import { type Text, text, textInAnyLocale } from '#kernel/text/text.ts';
import type { Interval } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import { formatTripInterval, midnightBeforeMoment } from '../product/trip-times-as-text-and-calendar-days.ts';

/** A stop of the list in the form. */
export interface TimedStop {
  readonly day_no: number;
  readonly arrive: string;
  readonly stay_minutes: number;
}

const outside = text('不在行程起止时间 {trip} 内', "Outside the trip's start and end, {trip}");
const tooEarly = text('与第 {n} 站时间重叠', 'Overlaps with stop {n}');
const noSuchDay = text('行程只有 {days} 天', 'The trip has {days} {days|day|days}');

/** When a stop takes place, from the departure of the team. */
export function intervalOfStop(start: number, { day_no, arrive, stay_minutes }: TimedStop): Interval {
  const [hours = 0, minutes = 0] = arrive.split(':').map(Number);
  const from = midnightBeforeMoment(start) + (day_no - 1) * 86_400 + hours * 3600 + minutes * 60;
  return { from, to: from + stay_minutes * 60 };
}

/** Faults of the stops of a trip, by place in the list. */
export function findStopTimeFaults(trip: Interval, days: number, stops: readonly TimedStop[]): Map<number, Text> {
  const faults = new Map<number, Text>();
  const placed = stops
    .map((one, at) => ({ at, one, ...intervalOfStop(trip.from, one) }))
    .toSorted((a, b) => a.from - b.from || a.at - b.at);
  let last: (typeof placed)[number] | undefined;
  for (const stop of placed) {
    if (stop.one.day_no > days) faults.set(stop.at, textInAnyLocale(noSuchDay, { days }));
    else if (stop.from < trip.from || stop.to > trip.to)
      faults.set(stop.at, textInAnyLocale(outside, { trip: formatTripInterval(trip) }));
    else if (last && stop.from < last.to) faults.set(stop.at, textInAnyLocale(tooEarly, { n: last.at + 1 }));
    if (!last || stop.to > last.to) last = stop;
  }
  return faults;
}
