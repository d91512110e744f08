import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { addDays, isDate, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { formatClock } from '#web/cell/format/date-format.ts';
import { weekdayNameOf } from '#web/cell/format/long-day-month-and-weekday-format.ts';
import { LinkToFilteredList } from '#web/cell/link-to-filtered-list.tsx';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import type { ModuleLensProps } from '#web/table/lens/module-lens-registry.ts';
import type {
  VisitOfOfficersInWeek,
  WeeklyVisitsByOfficer,
} from '../../contract/board/weekly-visits-by-officer-and-check-figures-answer-types.ts';
import { checkLifecycle } from '../../contract/check/enforcement-check-lifecycle.ts';
import { checksUnderWayOf } from './list-filters-behind-check-figures.ts';
import { OfficerDayRouteMapAndList } from './officer-day-route-map-and-list.tsx';
import './officer-board.css';

const texts = {
  earlier: text('上一周', 'Week before'),
  later: text('下一周', 'Next week'),
  today: text('今天', 'Today'),
  officer: text('执法人员', 'Officer'),
  nobody: text('未派员', 'Nobody yet'),
  load: text('在办 {n} / {most}', '{n} of {most} under way'),
  elsewhere: text('（辖区外另有 {n}）', '(and {n} outside your area)'),
  route: text('路线', 'Route'),
  none: text('这一周没有检查安排', 'No check is arranged in this week'),
  cut: text('检查较多，只显示前 1000 项', 'There are many checks: the first 1,000 are shown'),
} as const;
const states = checkLifecycle.states;

/** Whom no officer is chosen for yet. */
const nobody = 0;

/** Checks of a week by officer and day, and the route of one officer on one day. */
export default function ChecksByOfficerAndDayListView({ param, setParams }: ModuleLensProps) {
  const t = useText();
  const wanted = param('week') ?? '';
  const from = isDate(wanted) ? wanted : shanghaiToday();
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', 'enforcement/check', 'board', from],
    queryFn: ({ signal }) => get<WeeklyVisitsByOfficer>('/admin/enforcement.check/board', { from }, { signal }),
    placeholderData: previousDataAsPlaceholder('resource', 'enforcement/check', 'board'),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  const goTo = (week: string | undefined) => setParams({ week, route: undefined });
  const [officer = '', day = ''] = (param('route') ?? '').split('_');
  const visits = data.visits.filter((one) => one.day === day && isOf(one, Number(officer)));
  return (
    <div className="xj-officer-board">
      <nav className="xj-officer-board-weeks">
        <Button onClick={() => goTo(addDays(from, -7))}>{t(texts.earlier)}</Button>
        <Button onClick={() => goTo(undefined)}>{t(texts.today)}</Button>
        <Button onClick={() => goTo(addDays(from, 7))}>{t(texts.later)}</Button>
      </nav>
      {visits.length > 0 && (
        <OfficerDayRouteMapAndList
          visits={visits}
          day={day}
          onClose={() => setParams({ route: undefined })}
          officer={data.officers.find(({ id }) => id === Number(officer))?.name ?? t(texts.nobody)}
        />
      )}
      {data.visits.length === 0 ? (
        <p role="status">{t(texts.none)}</p>
      ) : (
        <Board board={data} onRoute={(who, on) => setParams({ route: `${who}_${on}` })} />
      )}
      {data.cut && <p>{t(texts.cut)}</p>}
    </div>
  );
}

const isOf = ({ officers }: VisitOfOfficersInWeek, officer: number) =>
  officer === nobody ? officers.length === 0 : officers.includes(officer);

function Board({
  board: { days, officers, visits },
  onRoute,
}: {
  readonly board: WeeklyVisitsByOfficer;
  onRoute(officer: number, day: string): void;
}) {
  const t = useText();
  const rows = [
    ...(visits.some((one) => one.officers.length === 0)
      ? [{ id: nobody, name: t(texts.nobody), certificate: '', workload: 0, under_way: 0, capacity: 0 }]
      : []),
    ...officers,
  ];
  return (
    <div className="xj-officer-board-scroll">
      <table className="xj-officer-board-week">
        <thead>
          <tr>
            <th scope="col">{t(texts.officer)}</th>
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === shanghaiToday()}>
                {weekdayNameOf(day, currentLocale())} {day.slice(5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((officer) => (
            <tr key={officer.id}>
              <th scope="row">
                {officer.id === nobody ? (
                  officer.name
                ) : (
                  <>
                    <Link to={resourcePath({ name: 'library/officer' }, officer.id)}>{officer.name}</Link>
                    <small data-over={officer.workload > officer.capacity}>
                      <Load of={officer} />
                      {officer.workload > officer.under_way && (
                        <> {t(texts.elsewhere, { n: officer.workload - officer.under_way })}</>
                      )}
                    </small>
                  </>
                )}
              </th>
              {days.map((day) => (
                <Cell
                  key={day}
                  visits={visits.filter((one) => one.day === day && isOf(one, officer.id))}
                  onRoute={() => onRoute(officer.id, day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How much an officer has under way; it opens these checks. */
function Load({
  of: { certificate, under_way, capacity },
}: {
  readonly of: WeeklyVisitsByOfficer['officers'][number];
}) {
  const t = useText();
  const load = t(texts.load, { n: under_way, most: capacity });
  return under_way === 0 ? load : <LinkToFilteredList to={checksUnderWayOf(certificate)}>{load}</LinkToFilteredList>;
}

function Cell({ visits, onRoute }: { readonly visits: readonly VisitOfOfficersInWeek[]; onRoute(): void }) {
  const t = useText();
  return (
    <td>
      {visits.map((one) => (
        <Link key={one.id} className="xj-officer-board-visit" to={resourcePath({ name: 'enforcement/check' }, one.id)}>
          <span>{one.from > 0 && formatClock(one.from)}</span>
          <b>{one.name}</b>
          <OptionTag option={states[one.status as keyof typeof states]} />
        </Link>
      ))}
      {visits.length > 0 && (
        <Button type="link" size="small" onClick={onRoute}>
          {t(texts.route)}
        </Button>
      )}
    </td>
  );
}
