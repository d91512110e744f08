import { distanceBetween } from '#kernel/check/coordinate.ts';
import type { VisitOfOfficersInWeek } from '../../contract/board/weekly-visits-by-officer-and-check-figures-answer-types.ts';

/** A stop of a day's route. */
export interface RouteStop {
  readonly visit: VisitOfOfficersInWeek;
  /** Metres from the stop before, as the crow flies; null for the first, and where a place is unknown. */
  readonly metres: number | null;
}

/**
 * The visits of a day in the order in which they are made: by their agreed times, and among those of one time the nearest
 * next. Visits without a place come where their time puts them.
 */
export function orderVisitsByAgreedTimeThenNearest(visits: readonly VisitOfOfficersInWeek[]): readonly RouteStop[] {
  const left = visits.toSorted((a, b) => a.from - b.from || a.id - b.id);
  const stops: RouteStop[] = [];
  let at: VisitOfOfficersInWeek['place'] = null;
  while (left.length > 0) {
    const time = left[0]?.from;
    const same = left.filter(({ from }) => from === time);
    const here: VisitOfOfficersInWeek['place'] = at;
    const next: VisitOfOfficersInWeek = here
      ? same.reduce((best, one) => (metresTo(here, one) < metresTo(here, best) ? one : best))
      : (same[0] as VisitOfOfficersInWeek);
    left.splice(left.indexOf(next), 1);
    stops.push({ visit: next, metres: here && next.place ? Math.round(metresTo(here, next)) : null });
    at = next.place ?? at;
  }
  return stops;
}

/** The length of a route in metres, as the crow flies. */
export const lengthOfDayRoute = (stops: readonly RouteStop[]): number =>
  stops.reduce((sum, { metres }) => sum + (metres ?? 0), 0);

const metresTo = (from: NonNullable<VisitOfOfficersInWeek['place']>, { place }: VisitOfOfficersInWeek) =>
  place ? distanceBetween([from.lng, from.lat], [place.lng, place.lat]) : Number.POSITIVE_INFINITY;
