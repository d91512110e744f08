import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { addDays, weekdayOf } from '#kernel/time/shanghai-time.ts';
import { weekdayNameOf } from '#web/cell/format/long-day-month-and-weekday-format.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get, post } from '#web/http/client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import type { CyclePreview } from '../../contract/cycle/recurring-check-cycle-preview-answer-types.ts';
import { checkCycleSkipReasons } from '../../contract/cycle/recurring-check-period-assignment-and-skip-options.ts';
import './recurring-check-cycle-preview-panel.css';

const texts = {
  none: text('一年之内没有要检查的周期', 'No period within a year has checks'),
  periods: text('未来一年的周期', 'Periods of the next year'),
  lead: text('{first} 至 {last} 检查 {n} 家', '{first} to {last}: {n} {n|check|checks}'),
  skipped: text('跳过：{why} {n} 家', 'Skipped, {why}: {n}'),
  all: text('全部检查', 'All checks'),
  name: text('企业', 'Enterprise'),
  area: text('地区', 'Area'),
  risk: text('风险', 'Class'),
  day: text('计划日期', 'Day'),
  officers: text('执法人员', 'Officers'),
  drafted: text('已起草', 'Drafted'),
  undecided: text('由部门派员', 'The department decides'),
  run: text('立即起草', 'Draft now'),
  running: text('已在后台起草，稍后刷新可见', 'Checks are being drafted; reload in a while'),
  most: text('只列出前 100 家', 'The first 100 are listed'),
} as const;
interface Choice {
  readonly period?: string;
  readonly day?: string;
  readonly skipped?: string;
}

/** What a cycle does in each period of the next year, on a calendar: who is checked when, and who is skipped and why. */
export default function RecurringCheckCyclePreviewPanel({ row }: RecordPanelProps) {
  const t = useText();
  const [choice, setChoice] = useState<Choice>({});
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', 'enforcement/cycle', 'preview', row.id, row.version, choice],
    queryFn: ({ signal }) =>
      get<CyclePreview>('/admin/enforcement.cycle/preview', { id: row.id, ...choice }, { signal, timeout: 60_000 }),
    placeholderData: previousDataAsPlaceholder('resource', 'enforcement/cycle', 'preview', row.id),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const { period, periods } = data;
  if (!period) return <p role="status">{t(texts.none)}</p>;
  return (
    <div className="xj-cycle">
      <nav aria-label={t(texts.periods)} className="xj-cycle-choices">
        {periods.map(({ from, first, last }) => (
          <Button
            key={from}
            type={from === period.from ? 'primary' : 'default'}
            aria-pressed={from === period.from}
            onClick={() => setChoice({ period: from })}
          >
            {first} – {last.slice(0, 4) === first.slice(0, 4) ? last.slice(5) : last}
          </Button>
        ))}
      </nav>
      <h3>{t(texts.lead, { first: period.first, last: period.last, n: data.planned })}</h3>
      <div className="xj-cycle-choices">
        <Button
          aria-pressed={!choice.day && !choice.skipped}
          onClick={() => setChoice({ period: period.from })}
          type={!choice.day && !choice.skipped ? 'primary' : 'default'}
        >
          {t(texts.all)}
        </Button>
        {data.skipped.map(({ why, n }) => (
          <Button
            key={why}
            aria-pressed={choice.skipped === why}
            type={choice.skipped === why ? 'primary' : 'default'}
            onClick={() => setChoice({ period: period.from, skipped: why })}
          >
            {t(texts.skipped, { why: t(checkCycleSkipReasons[why]), n })}
          </Button>
        ))}
        {row.status === 'active' && can('enforcement/cycle/run') && <RunNow id={row.id} />}
      </div>
      <Calendar
        of={data.days}
        chosen={choice.day}
        onChoose={(day) => setChoice({ period: period.from, ...(day !== choice.day && { day }) })}
      />
      <Rows of={data.rows} planned={data.planned} />
    </div>
  );
}

function RunNow({ id }: { readonly id: number }) {
  const t = useText();
  const [isQueued, setQueued] = useState(false);
  if (isQueued) return <span role="status">{t(texts.running)}</span>;
  return (
    <Button onClick={() => void post('/admin/enforcement.cycle/run', { id }).then(() => setQueued(true))}>
      {t(texts.run)}
    </Button>
  );
}

/** Weeks from the first planned day to the last, with the number of checks on each day. */
function Calendar({
  of,
  chosen,
  onChoose,
}: {
  readonly of: CyclePreview['days'];
  readonly chosen: string | undefined;
  onChoose(day: string): void;
}) {
  const [first, last] = [of[0]?.day, of.at(-1)?.day];
  if (!first || !last) return null;
  const counts = new Map(of.map(({ day, n }) => [day, n]));
  const monday = addDays(first, -((weekdayOf(first) + 6) % 7));
  const days: string[] = [];
  for (let day = monday; day <= last || days.length % 7 !== 0; day = addDays(day, 1)) days.push(day);
  return (
    <div className="xj-cycle-calendar">
      {days.slice(0, 7).map((day) => (
        <span key={day} className="xj-cycle-weekday">
          {weekdayNameOf(day, currentLocale())}
        </span>
      ))}
      {days.map((day) => {
        const n = counts.get(day);
        const label = day.endsWith('-01') || day === monday ? day.slice(5) : day.slice(8);
        if (!n) {
          return (
            <span key={day} className="xj-cycle-day">
              {label}
            </span>
          );
        }
        return (
          <button
            key={day}
            type="button"
            className="xj-cycle-day"
            aria-pressed={day === chosen}
            aria-label={`${day}: ${n}`}
            onClick={() => onChoose(day)}
          >
            {label}
            <b>{n}</b>
          </button>
        );
      })}
    </div>
  );
}

function Rows({ of, planned }: { readonly of: CyclePreview['rows']; readonly planned: number }) {
  const t = useText();
  if (of.length === 0) return null;
  return (
    <div className="xj-cycle-scroll">
      <table>
        <thead>
          <tr>
            {(['name', 'area', 'risk', 'day', 'officers'] as const).map((name) => (
              <th key={name} scope="col">
                {t(texts[name])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.map((one) => (
            <tr key={one.id}>
              <td>
                <Link to={resourcePath({ name: 'enterprise/enterprise' }, one.id)}>{one.name}</Link>
              </td>
              <td>{translateDivisionName(one.area)}</td>
              <td>{one.risk}</td>
              <td>
                {one.check > 0 ? (
                  <Link to={resourcePath({ name: 'enforcement/check' }, one.check)}>
                    {one.day} {t(texts.drafted)}
                  </Link>
                ) : one.skipped ? (
                  t(checkCycleSkipReasons[one.skipped])
                ) : (
                  one.day
                )}
              </td>
              <td>{one.officers.length > 0 ? one.officers.join(' · ') : one.skipped ? '' : t(texts.undecided)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {of.length === 100 && planned > 100 && <p className="xj-cycle-note">{t(texts.most)}</p>}
    </div>
  );
}
