import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useMemo, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { groupingOf } from '#kernel/list/list-grouping-fields-and-group-sums.ts';
import { fieldOf, type ListQuery, operatorsOf, toWireParams } from '#kernel/list/list-query-in-url.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { text } from '#kernel/text/text.ts';
import { toShanghaiIso, weekdayOf } from '#kernel/time/shanghai-time.ts';
import type { WorkingCalendar } from '#kernel/time/working-calendar.ts';
import { DueCountdown, useNow } from '#web/cell/countdown-to-deadline.tsx';
import { formatDay } from '#web/cell/format/date-format.ts';
import { dueUnitOf } from '#web/cell/format/format-time-left-until-deadline.ts';
import { formatMonth } from '#web/cell/format/long-day-month-and-weekday-format.ts';
import { useWorkingCalendar } from '#web/cell/format/use-working-calendar.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { serverNow } from '#web/http/server-clock.ts';
import { currentLocale, languageTag, translate } from '#web/i18n/locale.ts';
import { stateOf } from '#web/lifecycle/move/moves-offered-to-user.ts';
import { withConditions } from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import { listRows, readGroups } from '#web/resource/resource-calls.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import type { LensProps } from '#web/table/lens/kanban-board-lens.tsx';
import { addMonths, monthRange, monthWeeks, readMonthOfAddress } from '#web/table/lens/month-of-calendar-lens.ts';

import './lens.css';

const texts = {
  before: text('上个月', 'Previous month'),
  after: text('下个月', 'Next month'),
  today: text('今天', 'Today'),
  by: text('按日期字段', 'By date'),
  more: text('另有 {n} 条', '{n} more'),
  all: text('共 {n} 条', '{n} {n|record|records} in total'),
  free: text('休', 'Off'),
  work: text('班', 'Work'),
  freeText: text('休息日', 'Public holiday'),
  workText: text('调休上班', 'Make-up workday'),
};

/** The largest page that the server returns. */
const most = 200;
/** Rows listed in a day. */
const named = 3;

/** Date fields to place rows by; the deadline first. */
function dateFields(resource: AnyResource): string[] {
  const names = Object.entries(allColumnsOf(resource)).filter(
    ([name, field]) => kindOf(field).dated && field.privacy === undefined && operatorsOf(resource, name).length > 0,
  );
  const rank = (name: string) => (name === 'due_at' ? 0 : name in resource.fields ? 1 : 2);
  return names.map(([name]) => name).sort((one, other) => rank(one) - rank(other));
}

interface CalendarLensProps extends LensProps {
  readonly month: string | null;
  onMonth(month: string): void;
}

/** The rows of a month by day, and the number of rows of each day if there are more than one response contains. */
function useMonthRows(
  resource: AnyResource,
  query: ListQuery,
  name: string,
  [from, to]: readonly [from: string, to: string],
) {
  const params = useMemo(() => {
    const inMonth = withConditions(query, [
      ...query.conditions,
      { field: name, operator: 'RANGE', value: `${from},${to}` },
    ]);
    return { ...toWireParams(inMonth, resource), page: 1, limit: most, order: `${name},asc` };
  }, [query, resource, name, from, to]);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'list', params],
    queryFn: ({ signal }) => listRows(resource, params, { signal }),
  });
  const field = fieldOf(resource, name);
  const rest = (data?.total ?? 0) > most && field !== undefined && groupingOf(field) === 'month';
  const counted = useQuery({
    queryKey: ['resource', resource.name, 'list', 'groups', params, 'day'],
    queryFn: ({ signal }) => {
      const { page: _page, limit: _limit, order: _order, ...filters } = params;
      return readGroups(resource, { ...filters, group: name, period: 'day' }, signal);
    },
    enabled: rest,
  });
  const counts = new Map(rest ? counted.data?.list.map(({ key, count }) => [String(key), count]) : []);
  const days = new Map<string, WireRow[]>();
  for (const row of data?.list ?? []) {
    const value = row[name];
    const day = typeof value === 'number' ? formatDay(value) : String(value ?? '');
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return { days, counts, error, isFetching, refetch };
}

/** A month's calendar with rows on their days. */
export default function CalendarLens({
  resource,
  query,
  month: chosenMonth,
  onMonth,
  onOpen,
  onOnly,
}: CalendarLensProps) {
  const names = dateFields(resource);
  const [name, setName] = useState(names[0] ?? 'createtime');
  const today = toShanghaiIso(serverNow() * 1000).slice(0, 10);
  const month = readMonthOfAddress(chosenMonth, today);
  const [from, to] = monthRange(month);
  const { days, counts, error, isFetching, refetch } = useMonthRows(resource, query, name, [from, to]);
  const calendar = useWorkingCalendar();
  const now = useNow();
  const monthName = formatMonth(month, currentLocale());
  const weekday = new Intl.DateTimeFormat(languageTag(), { weekday: 'short', timeZone: 'UTC' });
  return (
    <section className="xj-calendar" aria-label={monthName} aria-busy={isFetching}>
      <MonthHeader {...{ resource, names, name, month, today, onMonth }} onName={setName} />
      {error && <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />}
      <table>
        <thead>
          <tr>
            {monthWeeks(month)[0]?.map((day) => (
              <th key={day} scope="col">
                {weekday.format(new Date(`${day}T00:00:00Z`))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  data-free={!calendar.isWorkday(day) || undefined}
                  data-outside={!day.startsWith(month) || undefined}
                  aria-current={day === today ? 'date' : undefined}
                >
                  <time dateTime={day}>{Number(day.slice(8))}</time>
                  <DayMark day={day} calendar={calendar} />
                  <DayRows
                    day={day}
                    rows={days.get(day) ?? []}
                    count={counts.get(day) ?? days.get(day)?.length ?? 0}
                    isLate={(row) => name === 'due_at' && Number(row.due_at) < now && !stateOf(resource, row)?.final}
                    resource={resource}
                    onOpen={onOpen}
                    onAll={() => onOnly({ field: name, operator: 'RANGE', value: `${day},${day}` })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface MonthHeaderProps extends Pick<CalendarLensProps, 'resource' | 'onMonth'> {
  /** The date fields rows can be placed by, and the one they are. */
  readonly names: readonly string[];
  readonly name: string;
  readonly month: string;
  readonly today: string;
  onName(name: string): void;
}

/** The month, its neighbours, and the date field rows are placed by. */
function MonthHeader({ resource, names, name, month, today, onName, onMonth }: MonthHeaderProps) {
  return (
    <header>
      <Button aria-label={translate(texts.before)} onClick={() => onMonth(addMonths(month, -1))}>
        ‹
      </Button>
      <h2>{formatMonth(month, currentLocale())}</h2>
      <Button aria-label={translate(texts.after)} onClick={() => onMonth(addMonths(month, 1))}>
        ›
      </Button>
      <Button onClick={() => onMonth(today.slice(0, 7))}>{translate(texts.today)}</Button>
      <Select
        aria-label={translate(texts.by)}
        value={name}
        options={names.map((one) => ({ value: one, label: translate(fieldOf(resource, one)?.label ?? texts.by) }))}
        onChange={onName}
      />
    </header>
  );
}

/** Marks a holiday on a weekday, and a workday at a weekend. */
function DayMark({ day, calendar }: { day: string; calendar: WorkingCalendar }) {
  const works = calendar.isWorkday(day);
  if (works === (weekdayOf(day) % 6 !== 0)) return null;
  return (
    <abbr
      className="xj-calendar-mark"
      data-works={works || undefined}
      title={translate(works ? texts.workText : texts.freeText)}
    >
      {translate(works ? texts.work : texts.free)}
    </abbr>
  );
}

/** The separator between the parts of a heading. */
const between = ' · ';

/** The title of a row in the cell of a day, without the day itself, which would take space from the other parts. */
const titleOn = (day: string, title: string): string =>
  title
    .split(between)
    .filter((part) => !part.startsWith(day))
    .join(between) || title;

interface DayRowsProps {
  readonly day: string;
  readonly rows: readonly WireRow[];
  /** Number of rows of the day, which may be more than were fetched. */
  readonly count: number;
  readonly resource: AnyResource;
  isLate(row: WireRow): boolean;
  onOpen(row: WireRow): void;
  onAll(): void;
}

function DayRows({ day, rows, count, resource, isLate, onOpen, onAll }: DayRowsProps) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, named);
  const fetched = rows.length >= count;
  return (
    <ul>
      {shown.map((row) => (
        <li key={row.id} data-late={isLate(row) || undefined}>
          <button type="button" className="xj-title-link" title={titleOf(resource, row)} onClick={() => onOpen(row)}>
            {titleOn(day, titleOf(resource, row))}
          </button>
          {typeof row.due_at === 'number' && !stateOf(resource, row)?.final && (
            <DueCountdown due={row.due_at} unit={dueUnitOf(row.due_unit)} />
          )}
        </li>
      ))}
      {shown.length < count && (
        <li>
          <button type="button" className="xj-calendar-more" onClick={() => (fetched ? setAll(true) : onAll())}>
            {fetched ? translate(texts.more, { n: count - shown.length }) : translate(texts.all, { n: count })}
          </button>
        </li>
      )}
    </ul>
  );
}
