import { Button } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { formatClock } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import { RouteMap } from '#web/map/route/lazy-route-map.tsx';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import type { VisitOfOfficersInWeek } from '../../contract/board/weekly-visits-by-officer-and-check-figures-answer-types.ts';
import {
  lengthOfDayRoute,
  orderVisitsByAgreedTimeThenNearest,
} from './order-day-visits-by-agreed-time-then-nearest.ts';

const texts = {
  title: text('{officer} {day} 的检查路线', 'Route of {officer} on {day}'),
  total: text('{n} 家，直线约 {km} 公里', '{n} {n|visit|visits}, about {km} km as the crow flies'),
  leg: text('距上一家 {km} 公里', '{km} km from the one before'),
  nowhere: text('没有登记位置', 'No location on record'),
  close: text('收起路线', 'Close the route'),
} as const;

const kilometres = (metres: number) => (metres / 1000).toFixed(1);

/** The visits of an officer on a day in their order, with distances, on the map and as a list. Its heading takes the focus. */
export function OfficerDayRouteMapAndList({
  visits,
  day,
  officer,
  onClose,
}: {
  readonly visits: readonly VisitOfOfficersInWeek[];
  readonly day: string;
  readonly officer: string;
  onClose(): void;
}) {
  const t = useText();
  const stops = useMemo(() => orderVisitsByAgreedTimeThenNearest(visits), [visits]);
  const title = t(texts.title, { officer, day });
  const heading = useRef<HTMLHeadingElement>(null);
  // the button that chose the route may be far below it
  // biome-ignore lint/correctness/useExhaustiveDependencies: another route has another title
  useEffect(() => heading.current?.focus(), [title]);
  const lines = useMemo(
    () => [
      {
        name: title,
        points: stops.flatMap(({ visit: { place, name } }, at) =>
          place ? [{ ...place, mark: `${at + 1}`, label: name }] : [],
        ),
      },
    ],
    [stops, title],
  );
  return (
    <section className="xj-officer-board-route" aria-label={title}>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <Button className="xj-officer-board-close" onClick={onClose}>
        {t(texts.close)}
      </Button>
      <p>{t(texts.total, { n: stops.length, km: kilometres(lengthOfDayRoute(stops)) })}</p>
      {(lines[0]?.points.length ?? 0) > 0 && <RouteMap label={title} lines={lines} chosen={0} />}
      <ol>
        {stops.map(({ visit, metres }) => (
          <li key={visit.id}>
            {visit.from > 0 && <span>{formatClock(visit.from)}</span>}{' '}
            <Link to={resourcePath({ name: 'enforcement/check' }, visit.id)}>{visit.name}</Link>{' '}
            <small>
              {visit.place ? visit.address : t(texts.nowhere)}
              {metres !== null && ` · ${t(texts.leg, { km: kilometres(metres) })}`}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
