import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { formatTripMoment, midnightBeforeMoment } from '../../product/trip-times-as-text-and-calendar-days.ts';
import {
  type CoachPlace,
  isOffRoute,
  type PlateReadByCamera,
  periodsOfMatchingPositions,
  staysOfCoach,
} from '../../readings/coach-positions-and-stays.ts';
import { declareAnomalyRule, type FindingOfRule } from './declare-anomaly-rule.ts';
import type { PlannedStop, TeamSnapshot } from './team-snapshot-type.ts';

/** Metres within which a coach counts as standing at a shop. */
const near = 300;
const minute = 60;

/** A day of the plan: its places, and the time from the first to the last. */
interface PlannedDay {
  readonly from: number;
  readonly to: number;
  readonly places: readonly CoachPlace[];
}

/**
 * Days whose sights and shops all have a place. The way to the first place and to the hotel is not declared, so only
 * the hours between are checked.
 */
function plannedDays({ stops, from }: Pick<TeamSnapshot, 'stops' | 'from'>): PlannedDay[] {
  const days = new Map<number, PlannedStop[]>();
  for (const stop of stops) days.set(stop.day, [...(days.get(stop.day) ?? []), stop]);
  return [...days].flatMap(([day, those]) => {
    const visited = those.filter(({ type }) => type === 'scenic' || type === 'shop');
    const timed = those.filter(({ arrive, place }) => arrive !== undefined && place);
    if (visited.length === 0 || visited.some(({ place, arrive }) => !place || arrive === undefined)) return [];
    const midnight = midnightBeforeMoment(from) + (day - 1) * 86_400;
    const begins = Math.min(...timed.map(({ arrive = 0 }) => arrive));
    const ends = Math.max(...timed.map(({ arrive = 0, minutes }) => arrive + minutes));
    return [
      {
        from: midnight + begins * minute,
        to: midnight + ends * minute,
        places: timed.toSorted((a, b) => (a.arrive ?? 0) - (b.arrive ?? 0)).map(({ place }) => place as CoachPlace),
      },
    ];
  });
}

const findingTexts = {
  shop: text(
    '在未列入行程的购物点“{place}”停留 {minutes} 分钟以上（{plate}，{time} 起）',
    'Stayed {minutes} min or more at shop “{place}”, not in the itinerary ({plate}, from {time})',
  ),
  away: text(
    '偏离行程线路 {minutes} 分钟以上（{plate}，{time} 起，{place}）',
    'Off route for {minutes} min or more ({plate}, from {time}, {place})',
  ),
  camera: text('在行程线路外的“{place}”出现（{plate}，{time}）', 'Seen at “{place}”, off the route ({plate}, {time})'),
} as const;

/** Coordinates where a period began; places between towns have no better name. */
const shown = ({ lng, lat }: CoachPlace): string => `${lng.toFixed(3)},${lat.toFixed(3)}`;

/** I10: a coach left its route, or stood at a shop that is not in the plan. */
export const coachDeviatesFromItinerary = declareAnomalyRule({
  code: 'I10',
  severity: '3',
  action: 'review',
  article: text('旅游法第三十五条、第六十九条', 'Tourism Law, Art. 35 and 69'),
  parameters: { shop_minutes: 30, off_minutes: 20, off_km: 15 },
  find(team, { shop_minutes, off_minutes, off_km }) {
    const { tracks, cameras, shops } = team.road;
    const days = plannedDays(team);
    const isAway = (fix: CoachPlace & { readonly at: number }) =>
      days.some(({ from, to, places }) => from <= fix.at && fix.at < to && isOffRoute(fix, places, off_km));
    const listed = team.stops.filter(({ type }) => type === 'shop');
    const isListed = (shop: CoachPlace & { readonly name: string }) =>
      listed.some(
        ({ name, place }) =>
          isNamedIn(shop.name, name) || isNamedIn(name, shop.name) || (place !== undefined && isNear(place, shop)),
      );
    const strange = shops.filter((one) => !isListed(one));
    const seen = (
      which: keyof typeof findingTexts,
      plate: string,
      at: number,
      place: string,
      minutes = 0,
    ): FindingOfRule => ({
      field: 'stops',
      seen: textInAnyLocale(findingTexts[which], { plate, place, minutes, time: formatTripMoment(at) }),
    });
    return [
      ...tracks.flatMap(({ plate, fixes }) => [
        ...staysOfCoach(fixes, shop_minutes * minute).flatMap((stay) =>
          strange
            .filter((one) => isNear(one, stay))
            .slice(0, 1)
            .map(({ name }) => seen('shop', plate, stay.from, name, shop_minutes)),
        ),
        ...periodsOfMatchingPositions(fixes, off_minutes * minute, isAway).map((spell) =>
          seen('away', plate, spell.from, shown(spell), off_minutes),
        ),
      ]),
      // one reading of a camera is enough; further ones on that day add nothing
      ...cameras
        .filter(isAway)
        .filter((one, at, all) => all.findIndex((other) => isSameSight(one, other)) === at)
        .map(({ plate, at, place }) => seen('camera', plate, at, place)),
    ];
  },
});

/** A plan often shortens the name of a firm; fewer than three characters prove nothing. */
const isNamedIn = (whole: string, part: string): boolean => [...part].length >= 3 && whole.includes(part);

const isSameSight = (one: PlateReadByCamera, other: PlateReadByCamera): boolean =>
  one.plate === other.plate &&
  one.place === other.place &&
  midnightBeforeMoment(one.at) === midnightBeforeMoment(other.at);

const isNear = (one: CoachPlace, other: CoachPlace): boolean => !isOffRoute(one, [other], near / 1000);
