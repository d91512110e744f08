import { type CalendarDay, makeCalendar, type WorkingCalendar } from '#kernel/calendar.ts';
import type { TimeRule, TimeUnit } from '#kernel/deadline.ts';
import type { WarningOption } from '#kernel/warning.ts';
import type { Database } from '#server/db/connect.ts';
import { readInTurn } from './read-in-turn.ts';

/** An administrative division as the server keeps it at hand. */
export interface AreaEntry {
  code: string;
  name: string;
  short_name: string | null;
  full_name: string | null;
  parent_code: string | null;
  level: string;
  /** First and last day it is there (YYYY-MM-DD); null: always, still. */
  valid_from: string | null;
  valid_to: string | null;
  /** Code of what it became. */
  replaced_by: string | null;
  lng: number | null;
  lat: number | null;
}

export type StoredTimeRule = TimeRule & { id: number; name: string; warn: readonly WarningOption[] };

/** Data every write may need and people change a few times a year: read at start and again when it changes. */
export interface ReferenceCache {
  areas(): ReadonlyMap<string, AreaEntry>;
  children(code: string): readonly AreaEntry[];
  calendar(): WorkingCalendar;
  /** Whether the calendar has a row of this day. */
  hasDay(date: string): boolean;
  /** Days it names, and what they are: what a browser counts working days by. */
  days(): readonly Pick<CalendarDay, 'date' | 'kind'>[];
  rules(): readonly StoredTimeRule[];
  /** Reads everything anew: after a change here, and when another process has changed something. */
  reload(): Promise<void>;
}

export async function openReferenceCache(db: Database): Promise<ReferenceCache> {
  let areas = new Map<string, AreaEntry>();
  let children = new Map<string, AreaEntry[]>();
  let calendar = makeCalendar([]);
  let dates: ReadonlySet<string> = new Set();
  let named: Pick<CalendarDay, 'date' | 'kind'>[] = [];
  let rules: StoredTimeRule[] = [];
  const reload = readInTurn(async () => {
    const [divisions, days, limits] = await Promise.all([
      db.rows<AreaEntry>(
        'select code, name, short_name, full_name, parent_code, level, valid_from, valid_to, replaced_by, lng, lat from system_area order by code',
      ),
      db.rows<CalendarDay>('select date, kind, announced from system_calendar order by date'),
      db.rows<{
        id: number;
        code: string;
        name: string;
        unit: TimeUnit;
        amount: number;
        roll: 'nextWorkday' | 'none';
        start_next_day: boolean;
        article: string;
        valid_from: string;
        valid_to: string | null;
        warn: WarningOption[];
      }>(
        'select id, code, name, unit, amount, roll, start_next_day, article, valid_from, valid_to, warn from system_time_rule order by code, valid_from',
      ),
    ]);
    areas = new Map(divisions.map((one) => [one.code, one]));
    children = new Map();
    for (const one of divisions) {
      const list = children.get(one.parent_code ?? '') ?? [];
      list.push(one);
      children.set(one.parent_code ?? '', list);
    }
    calendar = makeCalendar(days);
    dates = new Set(days.map(({ date }) => date));
    named = days.map(({ date, kind }) => ({ date, kind }));
    rules = limits.map((one, index) => ({
      id: one.id,
      name: one.name,
      code: one.code,
      version: index + 1,
      unit: one.unit,
      amount: one.amount,
      roll: one.roll,
      startNextDay: one.start_next_day,
      article: { 'zh-cn': one.article, en: one.article },
      validFrom: one.valid_from,
      validTo: one.valid_to,
      warn: one.warn,
    }));
  });
  await reload();
  return {
    areas: () => areas,
    children: (code) => children.get(code) ?? [],
    calendar: () => calendar,
    hasDay: (date) => dates.has(date),
    days: () => named,
    rules: () => rules,
    reload,
  };
}
