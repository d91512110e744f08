import { type Text, text } from '#kernel/text/text.ts';
import type { Interval } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { calendarDaysOfTrip } from './trip-times-as-text-and-calendar-days.ts';

const texts = {
  oneDay: text(
    '一日游当天往返，这里安排了 {n} 天：请改选类型或缩短行程',
    'A day trip returns the same day, but {n} {n|day|days} {n|is|are} planned. Choose another type or shorten the trip',
  ),
  stays: text(
    '目的地就是出发地，请填写前往的地方；当天往返的本地行程请选“一日游”',
    'The destination is the place of departure. Enter where the trip goes; for a local trip returning the same day choose “Day trip”',
  ),
} as const;

export interface TripKindMismatch {
  readonly message: Text;
  readonly values?: Readonly<Record<string, number>>;
}

/** Longest day trip in hours: it may end after midnight. */
const dayTripHours = 24;

/** Length of a trip in days, by its times (Unix seconds) or its plan, whichever is longer. */
export const lengthOfTripInDays = (trip: Interval, planned: number): number =>
  Math.max(trip.to - trip.from > dayTripHours * 3600 ? calendarDaysOfTrip(trip) : 1, planned);

/** Fault of a day trip that lasts several days; rules of filing and prices depend on the kind. */
export const findDayTripMismatch = (kind: string | null | undefined, days: number): TripKindMismatch | undefined =>
  kind === 'one_day' && days > 1 ? { message: texts.oneDay, values: { n: days } } : undefined;

/** Fault of a trip of several days whose only destination is its place of departure. */
export async function findSameDestinationMismatch(
  db: Queryable,
  kind: string | null | undefined,
  from: string | null | undefined,
  destinations: readonly number[] | null | undefined,
): Promise<TripKindMismatch | undefined> {
  const [only, further] = destinations ?? [];
  if (kind === 'one_day' || !from || !only || further) return undefined;
  const stays = await db.row(sql`select from system_area where id = ${only} and code = ${from}`);
  return stays && { message: texts.stays };
}
