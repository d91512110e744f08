import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { complaint } from '../../contract/complaint.ts';

/** Respondents with more than one complaint that a bulletin names, those with most first. */
const mostRespondents = 20;

/** Figures of one month within what its reader sees. Amounts are cents. */
export interface MonthlyBulletinFigures {
  readonly [column: string]: unknown;
  /** Complaints filed in the month, in the month before, and in the same month of the year before. */
  readonly filed: number;
  readonly filed_before: number;
  readonly filed_last_year: number;
  /** Decisions on acceptance that were made in the month, and those within the limit. */
  readonly decided: number;
  readonly decided_in_time: number;
  readonly accepted: number;
  /** Complaints whose handling ended in the month, and those that the parties settled. */
  readonly ended: number;
  readonly settled: number;
  /** Mean days from acceptance to that end. */
  readonly mean_days: number | null;
  readonly recovered: number;
  /** Answers to the call after the end, of complaints closed in the month, and their mean (1 to 5). */
  readonly answered_calls: number;
  readonly satisfaction: number | null;
  readonly channels: readonly { readonly channel: string; readonly n: number }[];
  /** Filed in the month, by category and area of the office. */
  readonly categories: readonly { readonly category: string; readonly area_code: string; readonly n: number }[];
  readonly respondents: readonly { readonly name: string; readonly n: number; readonly responsible: number }[];
}

/** The days of a month (`2026-11`): its first, and that of the month after. */
export function daysOfMonth(month: string): { readonly first: string; readonly next: string } {
  const [year = 0, place = 1] = month.split('-').map(Number);
  const next = place === 12 ? `${year + 1}-01` : `${year}-${String(place + 1).padStart(2, '0')}`;
  return { first: `${month}-01`, next: `${next}-01` };
}

/** Reads the figures of a month (`2026-11`) over the complaints that a caller sees, in one statement. */
export async function readMonthlyBulletinFigures(
  engine: Engine,
  caller: Caller,
  month: string,
): Promise<MonthlyBulletinFigures> {
  const { first, next } = daysOfMonth(month);
  const visible = scopeOf(complaint, caller, engine.find) ?? sql`true`;
  const found = await engine.db.row<MonthlyBulletinFigures>(sql`
    with seen as not materialized (select t.* from complaint t where ${visible}),
    filed as (select * from seen where filed_on >= ${first}::date and filed_on < ${next}::date),
    decided as (select * from seen where acceptance is not null and coalesce(accepted_on, decided_on) >= ${first}::date
      and coalesce(accepted_on, decided_on) < ${next}::date),
    ended as (select * from seen where outcome is not null and settled_on >= ${first}::date and settled_on < ${next}::date),
    called as (select * from seen where satisfaction is not null and closed_on >= ${first}::date and closed_on < ${next}::date)
    select
      (select count(*)::int from filed) as filed,
      (select count(*)::int from seen where filed_on >= ${first}::date - interval '1 month' and filed_on < ${first}::date) as filed_before,
      (select count(*)::int from seen where filed_on >= ${first}::date - interval '1 year' and filed_on < ${next}::date - interval '1 year') as filed_last_year,
      (select count(*)::int from decided) as decided,
      (select count(*)::int from decided where acceptance = 'in_time') as decided_in_time,
      (select count(*)::int from decided where accepted_on is not null) as accepted,
      (select count(*)::int from ended) as ended,
      (select count(*)::int from ended where outcome in ('agreed', 'reconciled')) as settled,
      (select round(avg(days_used), 1)::float8 from ended) as mean_days,
      (select coalesce(sum(paid_amount), 0)::float8 from ended) as recovered,
      (select count(*)::int from called) as answered_calls,
      (select round(avg(satisfaction), 2)::float8 from called) as satisfaction,
      (select coalesce(json_agg(c order by c.n desc, c.channel), '[]') from (select channel, count(*)::int as n from filed group by channel) c) as channels,
      (select coalesce(json_agg(c order by c.n desc, c.category, c.area_code), '[]')
        from (select category, area_code, count(*)::int as n from filed group by category, area_code) c) as categories,
      (select coalesce(json_agg(r order by r.n desc, r.name), '[]') from (
        select respondent_name as name, count(*)::int as n, count(*) filter (where responsibility in ('respondent', 'shared'))::int as responsible
        from filed group by respondent_enterprise_id, respondent_name having count(*) > 1 order by 2 desc, 1 limit ${mostRespondents}) r) as respondents`);
  return found as MonthlyBulletinFigures;
}
