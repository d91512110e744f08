import { useMemo } from 'react';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { translate } from '#web/i18n/locale.ts';
import { type RouteLine, RouteMap } from '#web/map/route/lazy-route-map.tsx';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import { builderTexts } from './plan/builder-texts.ts';
import { type StopPlace, stopsOfDay, type TourPlan } from './plan/edit-tour-plan.ts';

const placeOf = (stop: ChildRow): Place | undefined => {
  const place = stop.place as Place | null | undefined;
  return typeof place?.lng === 'number' && typeof place.lat === 'number' ? place : undefined;
};

/** Code of the prefecture: routes often leave their county. */
const prefectureOf = (areaCode: string): string => `${areaCode.slice(0, 4)}00`;

/** Route of each day: on a map for stops with a place, and as text. */
export function DayRoutesMapAndStopSequence({
  plan,
  chosen,
  areaCode,
}: {
  plan: TourPlan;
  chosen: StopPlace;
  areaCode: string | undefined;
}) {
  const lines = useMemo(
    () =>
      plan.days.map(
        (_, day): RouteLine => ({
          name: translate(builderTexts.day, { n: day + 1 }),
          points: stopsOfDay(plan, day).flatMap((stop, at) => {
            const place = placeOf(stop);
            return place
              ? [{ lng: place.lng, lat: place.lat, mark: `${day + 1}.${at + 1}`, label: String(stop.name ?? '') }]
              : [];
          }),
        }),
      ),
    [plan],
  );
  if (plan.stops.length === 0) return null;
  const placed = lines.reduce((sum, { points }) => sum + points.length, 0);
  const left = plan.stops.length - placed;
  return (
    <section className="xj-plan-route" aria-label={translate(builderTexts.route)}>
      {placed > 0 && (
        <RouteMap
          label={translate(builderTexts.routeMap)}
          lines={lines}
          chosen={chosen.day}
          {...(areaCode ? { areaCode: prefectureOf(areaCode) } : {})}
        />
      )}
      {placed > 0 && left > 0 && <p className="xj-plan-note">{translate(builderTexts.withoutPlace, { n: left })}</p>}
      <ol className="xj-plan-sequence">
        {plan.days.map((row, day) => (
          <li key={row.key ?? `${row.id}`} data-chosen={day === chosen.day || undefined}>
            <b>{translate(builderTexts.day, { n: day + 1 })}</b>{' '}
            {stopsOfDay(plan, day)
              .map((stop) => String(stop.name ?? '') || translate(builderTexts.unnamed))
              .join(' → ') || translate(builderTexts.noStops)}
          </li>
        ))}
      </ol>
    </section>
  );
}
