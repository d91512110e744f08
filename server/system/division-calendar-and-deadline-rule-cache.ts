import type { DeadlineRule, TimeUnit } from '#kernel/time/deadline.ts';
import type { WarningOption } from '#kernel/time/times-of-deadline-warnings.ts';
import { type CalendarDay, makeCalendar, type WorkingCalendar } from '#kernel/time/working-calendar.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { runReloadsOneAfterAnother } from './run-cache-reloads-one-after-another.ts';

/** A cached administrative division. */
export interface AreaEntry {
  code: string;
  name: string;
  short_name: string | null;
  full_name: string | null;
  /** Pinyin of the short name, followed by the initials of its syllables. */
  pinyin: string | null;
  parent_code: string | null;
  level: string;
  /** First and last day of validity (YYYY-MM-DD); null: unlimited. */
  valid_from: string | null;
  valid_to: string | null;
  /** Code of the successor. */
  replaced_by: string | null;
  lng: number | null;
  lat: number | null;
}

export type StoredDeadlineRule = DeadlineRule & { id: number; name: string; warn: readonly WarningOption[] };

/** Data that every write may need and that changes a few times a year: loaded at start and after changes. */
export interface ReferenceCache {
  areas(): ReadonlyMap<string, AreaEntry>;
  children(code: string): readonly AreaEntry[];
  /** All codes in order, separated by commas; cheap, because the divisions are not parsed. */
  codes(): string;
  calendar(): WorkingCalendar;
  /** Whether the calendar has a row for this day. */
  hasDay(date: string): boolean;
  /** Days with a row and their kind, for counting working days in browsers. */
  days(): readonly Pick<CalendarDay, 'date' | 'kind'>[];
  rules(): readonly StoredDeadlineRule[];
  /** Reloads after a change here or in another process. */
  reload(): Promise<void>;
}

type DivisionRow = [
  code: string,
  name: string,
  short_name: string | null,
  full_name: string | null,
  pinyin: string | null,
  parent_code: string | null,
  level: string,
  valid_from: string | null,
  valid_to: string | null,
  replaced_by: string | null,
  lng: number | null,
  lat: number | null,
];

interface ReferenceRows {
  codes: string;
  /** {@link DivisionRow}s as JSON. */
  divisions: string;
  days: CalendarDay[];
  limits: {
    id: number;
    code: string;
    name: string;
    unit: TimeUnit;
    amount: number;
    roll: 'nextWorkday' | 'none';
    start_next_day: boolean;
    article: string;
    article_en: string | null;
    valid_from: string;
    valid_to: string | null;
    warn: WarningOption[];
  }[];
}

/**
 * Read as one row: parsing three thousand rows in the driver took 35 ms at every start. The JSON is parsed on first
 * use, which takes 10 ms.
 */
const referenceRows = sql`
  with day as (select date, kind, announced from system_calendar),
  rule as (select id, code, name, unit, amount, roll, start_next_day, article, article_en, valid_from, valid_to, warn from system_time_rule)
  select (select coalesce(json_agg(json_build_array(code, name, short_name, full_name, pinyin, parent_code, level, valid_from, valid_to, replaced_by, lng, lat) order by code), '[]') from system_area)::text as divisions,
    (select coalesce(string_agg(code, ',' order by code collate "C"), '') from system_area) as codes,
    (select coalesce(json_agg(d order by d.date), '[]') from day d) as days,
    (select coalesce(json_agg(r order by r.code, r.valid_from), '[]') from rule r) as limits`.asBrief();

const areaEntry = ([
  code,
  name,
  short_name,
  full_name,
  pinyin,
  parent_code,
  level,
  valid_from,
  valid_to,
  replaced_by,
  lng,
  lat,
]: DivisionRow): AreaEntry => ({
  code,
  name,
  short_name,
  full_name,
  pinyin,
  parent_code,
  level,
  valid_from,
  valid_to,
  replaced_by,
  lng,
  lat,
});

interface Divisions {
  areas: ReadonlyMap<string, AreaEntry>;
  children: ReadonlyMap<string, readonly AreaEntry[]>;
}

function readDivisions(written: string): Divisions {
  const entries = (JSON.parse(written) as DivisionRow[]).map(areaEntry);
  const children = new Map<string, AreaEntry[]>();
  for (const one of entries) {
    const list = children.get(one.parent_code ?? '') ?? [];
    list.push(one);
    children.set(one.parent_code ?? '', list);
  }
  return { areas: new Map(entries.map((one) => [one.code, one])), children };
}

/** Parses a text on first use. */
function readLater<T>(written: string, read: (written: string) => T): () => T {
  let waiting: string | undefined = written;
  let value: T | undefined;
  return () => {
    if (waiting !== undefined) value = read(waiting);
    waiting = undefined; // releases the text of a megabyte
    return value as T;
  };
}

export async function openReferenceCache(db: Database): Promise<ReferenceCache> {
  let divisions = readLater('[]', readDivisions);
  let codes = '';
  let calendar = makeCalendar([]);
  let dates: ReadonlySet<string> = new Set();
  let named: Pick<CalendarDay, 'date' | 'kind'>[] = [];
  let rules: StoredDeadlineRule[] = [];
  const reload = runReloadsOneAfterAnother(async () => {
    const found = (await db.row<ReferenceRows>(referenceRows)) as ReferenceRows;
    const { days, limits } = found;
    divisions = readLater(found.divisions, readDivisions);
    codes = found.codes;
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
      article: { 'zh-cn': one.article, en: one.article_en || one.article },
      validFrom: one.valid_from,
      validTo: one.valid_to,
      warn: one.warn,
    }));
  });
  await reload();
  return {
    areas: () => divisions().areas,
    children: (code) => divisions().children.get(code) ?? [],
    codes: () => codes,
    calendar: () => calendar,
    hasDay: (date) => dates.has(date),
    days: () => named,
    rules: () => rules,
    reload,
  };
}
