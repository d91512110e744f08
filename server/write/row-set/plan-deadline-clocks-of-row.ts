import type { DeadlineClock } from '#kernel/declaration/deadline-clock.ts';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import {
  clockChangesOf,
  earliestClock,
  isPaused,
  pauseClock,
  type RunningClock,
  resumeClock,
  type StoredPause,
} from '#kernel/lifecycle/deadline-clock-starts-stops-pauses-and-recalculation.ts';
import { type Text, textIn } from '#kernel/text/text.ts';
import { decodeMessage, validationMessages } from '#kernel/text/validation-messages.ts';
import { computeDue, deadlineRuleInForceOn, type TimeLimit } from '#kernel/time/deadline.ts';
import { daysBetween, toShanghaiDate, toTime } from '#kernel/time/shanghai-time.ts';
import { type DeadlineWarning, type WarningOption, warningsOf } from '#kernel/time/times-of-deadline-warnings.ts';
import type { Caller } from '#server/caller.ts';
import { columnEqualsAnyKey } from '#server/db/column-equals-any-key-sql.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { invalid, Refused } from '#server/refusal.ts';
import type { StoredDeadlineRule } from '#server/system/division-calendar-and-deadline-rule-cache.ts';

/** A row of `deadline` that has not ended. Moments are ISO 8601. */
export interface ClockRow {
  readonly id: number;
  readonly resource: string;
  readonly row_id: number;
  readonly clock: string;
  readonly rule_code: string;
  readonly rule_id: number | null;
  readonly rule_name: string | null;
  readonly article: string | null;
  readonly rule: TimeLimit & { readonly warn?: readonly WarningOption[] };
  readonly start_at: string;
  readonly due_at: string;
  readonly estimated: boolean;
  readonly served: boolean;
  readonly status: string;
  readonly pauses: readonly StoredPause[];
  readonly warnings: readonly DeadlineWarning[];
  readonly warn_at: string | null;
}

/** The effect of a write on the clocks of its row. */
export interface ClockPlan {
  readonly started: readonly Omit<ClockRow, 'id' | 'resource' | 'row_id'>[];
  readonly changed: readonly ClockRow[];
  /** Columns of the row: the end of the clock that ends first, and the unit of its limit. */
  readonly columns: { readonly due_at: string | null; readonly due_unit: string | null };
}

type Ticking = RunningClock & { readonly row: Omit<ClockRow, 'id' | 'resource' | 'row_id'> };

/** A stored clock in the form used for computing. */
export const toRunningClock = <R extends Ticking['row']>(row: R): RunningClock & { readonly row: R } => ({
  row,
  clock: row.clock,
  limit: row.rule,
  start: row.start_at,
  due: row.due_at,
  estimated: row.estimated,
  served: row.served,
  pauses: row.pauses,
});

/** A clock to store, with its remaining warnings. Each warning is sent once. */
export function toStoredClock<R extends Ticking['row']>(engine: Engine, one: RunningClock & { readonly row: R }): R {
  const { row, limit, due } = one;
  const now = Date.now() / 1000;
  const isUnchanged = toTime(due) === toTime(row.due_at) && row.status !== 'new';
  const all = isUnchanged
    ? row.warnings
    : warningsOf(limit.unit, due, row.rule.warn ?? [], engine.reference.calendar());
  const warnings = all.filter(({ at, fact, left }) => at > now || (fact === 'overdue' && left === 0));
  const paused = isPaused(one);
  const first = warnings[0];
  return {
    ...row,
    start_at: one.start,
    due_at: due,
    estimated: one.estimated,
    pauses: one.pauses,
    status: paused ? 'paused' : toTime(due) < Date.now() ? 'overdue' : 'running',
    warnings,
    warn_at: paused || !first ? null : new Date(first.at * 1000).toISOString(),
  };
}

/** The columns of a row that depend on its clocks. */
export function clockColumnsOf(clocks: readonly RunningClock[]): ClockPlan['columns'] {
  const first = earliestClock(clocks);
  return { due_at: first?.due ?? null, due_unit: first?.limit.unit ?? null };
}

/** Whether a write may change running clocks: the state changes, or a moment they count from is written. */
export function touchesClocks(
  { life }: AnyResource,
  operation: string,
  ...sent: readonly (Readonly<Record<string, unknown>> | undefined)[]
): boolean {
  if (!life?.clocks || operation === 'add' || operation === 'del') return false;
  const isSent = (name: string) => sent.some((some) => some && Object.hasOwn(some, name));
  if (operation === 'move' || isSent('status')) return true;
  return [
    life.filed,
    ...Object.values<DeadlineClock>(life.clocks).flatMap((one) => [one.from, one.until, one.ruleBy?.field]),
  ].some((name) => name !== undefined && isSent(name));
}

/** The clocks of a row (alias `t`) that have not ended, as JSON. */
export const runningClocks = (resource: AnyResource): Sql =>
  sql`(select coalesce(json_agg(d order by d.id), '[]') from deadline d
    where d.resource = ${resource.name} and d.row_id = t.id and d.status <> 'done')`;

/** {@link runningClocks} of many rows, a result row for each: `row` is null for the `ending` ones. */
export const runningClocksOfRows = ({ name }: AnyResource, ids: readonly number[], ending: readonly string[]): Sql =>
  sql`select d.row_id, d.id, d.clock, case when d.clock <> all(${[...ending]}::text[]) then to_json(d) end as row from deadline d
    where d.resource = ${name} and ${columnEqualsAnyKey(sql`d.row_id`, ids)} and d.status <> 'done' order by d.id`;

/** A clock that a move ends in any case, so that nothing else of it is read. */
export interface EndingClock {
  readonly id: number;
  readonly clock: string;
}

/** Names of the clocks that a move ends, whichever of its states the row comes from. */
export function clocksEndedBy(resource: AnyResource, move: Move, to: string | undefined): string[] {
  const names = Object.keys(resource.life?.clocks ?? {});
  const ended = move.from.map((from) => clockChangesOf(resource, from, to ?? from, move, new Set(names)).stops);
  return names.filter((name) => ended.every((stops) => stops.includes(name)));
}

interface Planned {
  readonly engine: Engine;
  readonly resource: AnyResource;
  readonly caller: Caller;
  /** The move, if one happens. */
  readonly move?: Move | undefined;
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly running: readonly ClockRow[];
  /** Running ones that {@link clocksEndedBy} names, if they are not among `running`. */
  readonly ending?: readonly EndingClock[];
  /** Values written or given as input, else those of the row. */
  readonly given: (name: string) => unknown;
  /** Fields this caller can fill in with the write. */
  readonly form: Fields;
}

/**
 * The effect of a write on the clocks of its row. Undefined: none. Refuses if the deadline rule of a starting clock is
 * missing or was not in force, because a missing limit would go unnoticed.
 */
export function planClocks(planned: Planned): ClockPlan | undefined {
  const { engine, resource, move, before, running, ending = [], given } = planned;
  if (!resource.life?.clocks) return undefined;
  const to = String(given('status'));
  const names = new Set([...running, ...ending].map((one) => one.clock));
  const happens = clockChangesOf(resource, before ? String(before.status) : undefined, to, move, names);
  if (names.size === 0 && happens.starts.length === 0) return undefined;
  const now = new Date().toISOString();
  const calendar = engine.reference.calendar();
  const why = { reason: asText(given('reason')), document_no: asText(given('document_no')) };
  const changed: ClockRow[] = [];
  const going: RunningClock[] = [];
  for (const row of running) {
    if (happens.stops.includes(row.clock)) {
      changed.push({ ...row, status: 'done', warn_at: null });
      continue;
    }
    const one = toRunningClock(row);
    const next = happens.pauses.includes(row.clock)
      ? pauseClock(one, now, why)
      : happens.resumes.includes(row.clock)
        ? resumeClock(one, now, calendar)
        : move
          ? one
          : recountFrom(planned, one);
    if (!next) {
      changed.push({ ...row, status: 'done', warn_at: null });
      continue;
    }
    if (next !== one) changed.push(toStoredClock(engine, next));
    going.push(next);
  }
  const started = happens.starts.flatMap((name) => startClock(planned, name, now) ?? []);
  if (started.length === 0 && changed.length === 0 && ending.length === 0) return undefined;
  return {
    started: started.map((one) => toStoredClock(engine, one)),
    changed,
    columns: clockColumnsOf([...going, ...started]),
  };
}

const asText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Starts a clock; undefined: it depends on a date that is not given. */
function startClock(planned: Planned, name: string, now: string): Ticking | undefined {
  const { engine, resource } = planned;
  const clock = clockOf(resource, name);
  if (clock.until !== undefined && asText(planned.given(clock.until)) === null) return undefined;
  const start = clock.from === undefined ? now : momentOf(planned, clock, clock.from);
  const rule = ruleFor(planned, clock, start);
  if (!rule) return undefined;
  const limit = { ...limitOf(rule), warn: rule.warn };
  return {
    clock: name,
    limit,
    start,
    ...computeDue(limit, start, engine.reference.calendar()),
    served: clock.served === true,
    pauses: [],
    row: {
      clock: name,
      rule_code: rule.code,
      rule_id: rule.id,
      rule_name: rule.name,
      article: rule.article,
      rule: limit,
      start_at: start,
      due_at: start,
      estimated: false,
      served: clock.served === true,
      status: 'new',
      pauses: [],
      warnings: [],
      warn_at: null,
    },
  };
}

/** The clock after an edit of its start, which also decides which version of the rule applies; undefined: it ends. */
function recountFrom(
  planned: Planned,
  one: RunningClock & { row: ClockRow },
): (RunningClock & { row: ClockRow }) | undefined {
  const { resource, before, given } = planned;
  const clock = resource.life?.clocks?.[one.clock];
  if (!clock) return one; // started under an older declaration
  const written = [clock.from, clock.until, clock.ruleBy?.field, resource.life?.filed].filter(
    (name) => name !== undefined && String(given(name as string) ?? '') !== String(before?.[name] ?? ''),
  );
  if (written.length === 0) return one;
  const start = clock.from === undefined ? one.start : momentOf(planned, clock, clock.from);
  const rule = ruleFor(planned, clock, start);
  if (!rule) return undefined;
  const limit = { ...limitOf(rule), warn: rule.warn };
  const ended = one.pauses.flatMap(({ from, to }) => (to === null ? [] : [{ from, to }]));
  const row = { ...one.row, rule: limit, rule_code: rule.code, rule_id: rule.id, rule_name: rule.name };
  return {
    ...one,
    limit,
    start,
    ...computeDue(limit, start, planned.engine.reference.calendar(), ended),
    row: { ...row, article: rule.article },
  };
}

const clockOf = ({ name, life }: AnyResource, clock: string): DeadlineClock => {
  const found = life?.clocks?.[clock];
  if (!found) throw new Error(`${name}: no clock ${clock}`);
  return found;
};

const limitOf = ({ unit, amount, roll, startNextDay }: TimeLimit): TimeLimit => ({ unit, amount, roll, startNextDay });

/** The limit of a clock: the rule version in force, or the day set by a decision. */
interface GoneBy extends TimeLimit {
  readonly code: string;
  readonly id: number | null;
  readonly name: string;
  readonly article: string | null;
  readonly warn: readonly WarningOption[];
}

/** Warnings before a day set by a decision, unless its clock declares others. */
const daysNotified: readonly WarningOption[] = ['t-7', 't-1', 't'];

function ruleFor(planned: Planned, clock: DeadlineClock, start: string): GoneBy | undefined {
  if (clock.until !== undefined) return decidedDay(planned, clock.until, start, clock.warn ?? daysNotified);
  const { article, ...rule } = ruleInForce(planned, clock, start);
  return { ...rule, article: article['zh-cn'] };
}

/** The limit that ends on a given day, counted from its start; refused at its field if it is before the start. */
function decidedDay(
  { given, form, resource, caller }: Planned,
  name: string,
  start: string,
  warn: readonly WarningOption[],
): GoneBy | undefined {
  const until = asText(given(name));
  if (until === null) return undefined;
  const amount = daysBetween(toShanghaiDate(start), until);
  if (amount < 0)
    throw invalid({ [name]: [validationMessages.ends_before_start[caller.locale]] }, { ...resource.fields, ...form });
  const limit = { unit: 'day', amount, roll: 'none', startNextDay: true } as const;
  return { ...limit, code: '', id: null, name: '', article: null, warn };
}

function ruleInForce(planned: Planned, clock: DeadlineClock, start: string): StoredDeadlineRule {
  const { engine, resource } = planned;
  const { filed } = resource.life ?? {};
  const day = toShanghaiDate(filed === undefined ? start : (readMoment(planned.given(filed)) ?? start));
  const rules = engine.reference.rules();
  const { ruleBy } = clock;
  const code = ruleBy?.rules[String(planned.given(ruleBy.field))] ?? clock.rule ?? '';
  const rule = deadlineRuleInForceOn(rules, code, day);
  if (rule) return rule;
  const named = rules.findLast((one) => one.code === code);
  throw new Refused(validationMessages.no_time_rule, {
    values: { rule: named ? `${named.name}（${code}）` : code, date: day },
    data: { reason: 'no_time_rule', rule: code, date: day },
  });
}

/** The moment a clock counts from. If it is missing, refuses at its field, or by name if nobody can fill it in. */
function momentOf({ resource, caller, given, form }: Planned, clock: DeadlineClock, name: string): string {
  const moment = readMoment(given(name));
  if (moment !== undefined) return moment;
  if (Object.hasOwn(form, name)) throw invalid({ [name]: [decodeMessage('required', caller.locale)] }, form);
  const label: Text | undefined = (resource.fields[name] as AnyField | undefined)?.label;
  const messageIn = (locale: 'zh-cn' | 'en') =>
    textIn(validationMessages.no_clock_start, locale, { clock: clock[locale], field: label?.[locale] ?? name });
  throw new Refused({ 'zh-cn': messageIn('zh-cn'), en: messageIn('en') }, { data: { reason: 'invalid' } });
}

/** A date or moment, in wire or stored form. */
const readMoment = (value: unknown): string | undefined =>
  typeof value === 'number'
    ? new Date(value * 1000).toISOString()
    : value instanceof Date
      ? value.toISOString()
      : (asText(value) ?? undefined);
