import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import {
  computeDue,
  type DeadlineRule,
  deadlineRuleInForceOn,
  endsAtInstant,
  type TimeLimit,
  type TimeUnit,
} from '#kernel/time/deadline.ts';
import { type DeadlineExample, deadlineExamples } from '#kernel/time/deadline-examples-with-expected-end.ts';
import { type ExplainedDay, explainDeadlineDayByDay } from '#kernel/time/explain-deadline-day-by-day.ts';
import { isDate, toShanghaiDate, toShanghaiIso, weekdayOf } from '#kernel/time/shanghai-time.ts';
import type { WorkingCalendar } from '#kernel/time/working-calendar.ts';
import { useWorkingCalendar } from '#web/cell/format/use-working-calendar.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { languageTag, translate } from '#web/i18n/locale.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import { titleOf } from '#web/resource/wire-row.ts';
import { QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import type { ModuleLensProps } from '#web/table/lens/module-lens-registry.ts';
import type { SpecialDay, SpecialDays } from '../../contract/special-calendar-days-answer.ts';
import { dayName } from '../calendar/calendar-day-markings.ts';
import { deadlineRulesFromRows } from './deadline-rules-from-wire-rows.ts';
import { numberOfTimeUnitsTexts } from './number-of-time-units-texts.ts';
import './deadline-rule-calculator.css';

const texts = {
  rule: text('期限规则', 'Deadline rule'),
  choose: text('选择规则', 'Choose a rule'),
  moment: text('起算时间', 'Start time'),
  due: text('到期', 'Due'),
  estimated: text(
    '暂估：跨入尚未公布放假安排的年份',
    'Estimated: runs into a year whose holidays are not announced yet',
  ),
  none: text('{date} 没有施行中的版本：{name}', '{name} has no version in force on {date}'),
  by: text('{limit} · {article} · {from} 起施行', '{limit} · {article} · in force from {from}'),
  hours: text(
    '按小时计的期限连续计算，不因夜间和假日中断。',
    'Limits in hours run continuously, through nights and holidays.',
  ),
  days: text('逐日计算', 'Day by day'),
  more: text('展开中间 {n} 天', 'Show {n} {n|day|days} in between'),
  checks: text('计算核验', 'Calculation check'),
  passed: text('{n} 项全部通过', 'All {n} passed'),
  failed: text('{n} 项不符：请核对工作日历', '{n} do not match: check the working calendar'),
  checkLead: text(
    '用现行工作日历计算 2026 年的已知答案。',
    'Known answers for 2026, calculated with the current working calendar.',
  ),
  check: text('{limit}，自 {from}', '{limit} from {from}'),
  holds: text('相符', 'Match'),
  differs: text('得 {found}', 'Got {found}'),
  start: text('起算日，不计', 'Start day, not counted'),
  nth: text('第 {n} 天', 'Day {n}'),
  within: text('期间内', 'Counted'),
  weekend: text('周末，不计', 'Weekend, not counted'),
  off: text('{name}，不计', '{name}, not counted'),
  holiday: text('放假', 'holiday'),
  paused: text('中止', 'Suspended'),
  passes: text('届满遇休，顺延', 'Ends on a day off, extended'),
  reached: text('顺延至此', 'Extended to this day'),
  dueDay: text('到期日', 'Due'),
};

/** Maximum days shown before the middle ones are collapsed. */
const shownAtOnce = 42;

/** Calculates a deadline day by day, for any rule from any moment, with examples whose result is known. */
export default function DeadlineRuleCalculator({ resource }: ModuleLensProps) {
  const calendar = useWorkingCalendar();
  const [code, setCode] = useState<string>();
  const [moment, setMoment] = useState(() => toShanghaiIso(serverNow() * 1000).slice(0, 16));
  const [vector, setVector] = useState<DeadlineExample>();
  const query = useQuery({
    queryKey: ['resource', resource.name, 'list', 'all'],
    queryFn: async ({ signal }) => (await listRows(resource, { limit: 200, order: 'code,asc' }, { signal })).list ?? [],
  });
  return (
    <section className="xj-try">
      <QueryResultOrError query={query}>
        {(rows) => {
          const rules = deadlineRulesFromRows(rows);
          const chosen = code ?? rules[0]?.code;
          const names = new Map(rows.map((row) => [String(row.code), titleOf(resource, row)]));
          const at = vector ? vector.from : `${moment}:00+08:00`;
          const isMoment = isDate(at.slice(0, 10));
          const rule = chosen !== undefined && isMoment ? deadlineRuleInForceOn(rules, chosen, at) : undefined;
          return (
            <>
              <div className="xj-try-ask">
                <Select
                  aria-label={translate(texts.rule)}
                  placeholder={translate(texts.choose)}
                  value={vector ? undefined : chosen}
                  options={[...names].map(([value, label]) => ({ value, label: `${label} (${value})` }))}
                  showSearch={{ optionFilterProp: 'label' }}
                  onChange={(next: string) => {
                    setVector(undefined);
                    setCode(next);
                  }}
                />
                <Input
                  type="datetime-local"
                  aria-label={translate(texts.moment)}
                  value={moment}
                  min="2004-01-01T00:00"
                  max="2090-12-31T23:59"
                  onChange={(event) => {
                    setVector(undefined);
                    setMoment(event.target.value);
                  }}
                />
              </div>
              {vector ? (
                <Counted limit={limitOfVector(vector)} at={at} calendar={calendar} text={limitText(vector)} />
              ) : rule ? (
                <Counted
                  limit={rule}
                  at={at}
                  calendar={calendar}
                  text={translate(texts.by, {
                    limit: limitText(rule),
                    article: translate(rule.article),
                    from: rule.validFrom,
                  })}
                />
              ) : (
                isMoment &&
                chosen !== undefined && (
                  <p role="status">
                    {translate(texts.none, { date: toShanghaiDate(at), name: names.get(chosen) ?? chosen })}
                  </p>
                )
              )}
              <Checks calendar={calendar} chosen={vector} onChoose={setVector} />
            </>
          );
        }}
      </QueryResultOrError>
    </section>
  );
}

const limitOfVector = ({ unit, amount }: DeadlineExample): TimeLimit => ({
  unit,
  amount,
  roll: 'nextWorkday',
  startNextDay: true,
});

const limitText = ({ amount, unit }: { amount: number; unit: TimeUnit }): string =>
  translate(numberOfTimeUnitsTexts[unit], { n: amount });

const weekday = (date: string): string =>
  new Intl.DateTimeFormat(languageTag(), { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

interface CountedProps {
  readonly limit: TimeLimit | DeadlineRule;
  readonly at: string;
  readonly calendar: WorkingCalendar;
  readonly text: string;
}

/** The calculated deadline and its days. */
function Counted({ limit, at, calendar, text }: CountedProps) {
  const [whole, setWhole] = useState(false);
  const { due, estimated, days } = explainDeadlineDayByDay(limit, at, calendar);
  const [from, to] = [toShanghaiDate(at), toShanghaiDate(due)];
  const last = Math.min(Number(to.slice(0, 4)), Number(from.slice(0, 4)) + 5);
  const { data } = useQuery({
    queryKey: ['resource', 'system/calendar', 'days', from, last],
    queryFn: queryFnFor<SpecialDays>('/admin/system.calendar/days', { from, to: `${last}-12-31` }),
  });
  const names = new Map((data?.days ?? []).map((one): [string, SpecialDay] => [one.date, one]));
  const cut = !whole && days.length > shownAtOnce;
  const half = shownAtOnce / 2;
  const item = (one: ExplainedDay) => (
    <Day key={one.date} day={one} isDue={one.date === to} unit={limit.unit} name={dayName(names.get(one.date))} />
  );
  return (
    <div className="xj-try-result">
      <p className="xj-try-due" role="status">
        <span>{translate(texts.due)}</span>
        <strong>{due.slice(0, 19).replace('T', ' ')}</strong>
        <span>{weekday(to)}</span>
      </p>
      <p>{text}</p>
      {estimated && <p className="xj-try-estimated">{translate(texts.estimated)}</p>}
      {endsAtInstant(limit.unit) ? (
        <p>{translate(texts.hours)}</p>
      ) : (
        <ol className="xj-try-days" aria-label={translate(texts.days)}>
          {(cut ? days.slice(0, half) : days).map(item)}
          {cut && (
            <li className="xj-try-more">
              <Button onClick={() => setWhole(true)}>{translate(texts.more, { n: days.length - shownAtOnce })}</Button>
            </li>
          )}
          {cut && days.slice(-half).map(item)}
        </ol>
      )}
    </div>
  );
}

interface DayProps {
  readonly day: ExplainedDay;
  readonly isDue: boolean;
  readonly unit: TimeUnit;
  readonly name: string | undefined;
}

/** A day of the strip: date, and why it counts or not. */
function Day({ day, isDue, unit, name }: DayProps) {
  return (
    <li data-why={day.why} data-due={isDue || undefined}>
      <time dateTime={day.date}>{day.date.slice(5)}</time>
      <small>{weekday(day.date)}</small>
      <span>{translate(...reasonText(day, unit, name))}</span>
      {day.why === 'counted' && name && <small>{name}</small>}
      {isDue && <em>{translate(texts.dueDay)}</em>}
    </li>
  );
}

function reasonText(
  { date, why, nth }: ExplainedDay,
  unit: TimeUnit,
  name: string | undefined,
): [Text, Readonly<Record<string, unknown>>?] {
  if (why === 'counted') return unit === 'month' || unit === 'year' ? [texts.within] : [texts.nth, { n: nth }];
  if (why === 'off')
    return name || weekdayOf(date) % 6 !== 0
      ? [texts.off, { name: name ?? translate(texts.holiday) }]
      : [texts.weekend];
  return [{ start: texts.start, paused: texts.paused, passed: texts.passes, reached: texts.reached }[why]];
}

interface ChecksProps {
  readonly calendar: WorkingCalendar;
  readonly chosen: DeadlineExample | undefined;
  onChoose(vector: DeadlineExample): void;
}

/** Examples with a known deadline, calculated with the current calendar. */
function Checks({ calendar, chosen, onChoose }: ChecksProps) {
  const tried = deadlineExamples.map((vector) => ({
    vector,
    found: toShanghaiDate(computeDue(limitOfVector(vector), vector.from, calendar).due),
  }));
  const wrong = tried.filter(({ vector, found }) => found !== vector.due).length;
  return (
    <section className="xj-try-checks" aria-labelledby="xj-try-checks">
      <h2 id="xj-try-checks">
        {translate(texts.checks)}{' '}
        <small data-wrong={wrong > 0 || undefined}>
          {wrong > 0
            ? `✗ ${translate(texts.failed, { n: wrong })}`
            : `✓ ${translate(texts.passed, { n: tried.length })}`}
        </small>
      </h2>
      <p>{translate(texts.checkLead)}</p>
      <ul>
        {tried.map(({ vector, found }) => (
          <li key={`${vector.from} ${vector.amount}`}>
            <button type="button" aria-pressed={vector === chosen} onClick={() => onChoose(vector)}>
              <span>{translate(texts.check, { limit: limitText(vector), from: vector.from })}</span>
              <strong>{vector.due}</strong>
              <span data-wrong={found !== vector.due || undefined}>
                {found === vector.due ? `✓ ${translate(texts.holds)}` : `✗ ${translate(texts.differs, { found })}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
