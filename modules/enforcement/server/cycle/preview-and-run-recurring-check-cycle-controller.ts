import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { addMonths, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import { integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { type CyclePeriod, periodsBetween } from '../../contract/cycle/periods-of-recurring-check-cycle.ts';
import { recurringCheckCycle } from '../../contract/cycle/recurring-check-cycle.ts';
import type {
  CyclePreview,
  EnterpriseInCyclePeriod,
} from '../../contract/cycle/recurring-check-cycle-preview-answer-types.ts';
import { cycleColumns, type RunningCycle } from './draft-due-checks-of-recurring-check-cycles.ts';
import { recurrenceOfCheckCycle } from './parse-recurrence-of-check-cycle-row.ts';
import { selectEnterprisesDaysAndOfficersOfPeriodSql } from './select-enterprises-days-and-officers-of-check-cycle-period-sql.ts';

const days = { from: string, to: string, first: string, last: string };
const preview: JsonSchema<CyclePreview> = object({
  periods: list(object(days)),
  period: orNull(object(days)),
  planned: integer,
  skipped: list(object({ why: string, n: integer })),
  days: list(object({ day: string, n: integer })),
  rows: list(
    object({
      id: key,
      name: string,
      area: string,
      risk: string,
      skipped: string,
      day: string,
      officers: list(string),
      check: integer,
    }),
  ),
}) as JsonSchema<CyclePreview>;

const inactive = text('周期检查未启用，请先启用', 'The cycle is not switched on');

/** Rows that are shown at once. */
const mostRows = 100;

async function cycleOf({ engine, caller }: Pick<Call, 'engine' | 'caller'>, id: number): Promise<RunningCycle> {
  const scope = scopeOf(recurringCheckCycle, caller, engine.find);
  const found = await engine.db.row<RunningCycle>(
    sql`select ${cycleColumns} from enforcement_cycle t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`,
  );
  if (!found) throw notFound();
  return found;
}

interface Summary {
  readonly [column: string]: unknown;
  readonly planned: number;
  readonly skipped: CyclePreview['skipped'];
  readonly days: CyclePreview['days'];
  readonly rows: readonly EnterpriseInCyclePeriod[];
}

/** What a period means, in one statement over its enterprises: counts, and the rows of a day or of a reason. */
async function readPeriod(
  db: Queryable,
  one: RunningCycle,
  period: CyclePeriod,
  {
    earlier,
    day,
    why,
  }: { readonly earlier: readonly string[]; readonly day: string | null; readonly why: string | null },
): Promise<Summary | undefined> {
  const chosen = why ? sql`r.skipped = ${why}` : day ? sql`r.on_day = ${day}::date` : sql`r.skipped is null`;
  // the same seed for each look, so that a preview does not change; the job draws another
  const seed = `preview ${one.id} ${period.from}`;
  return db.row<Summary>(sql`
    with r as materialized (
      select x.*, coalesce(x.day, o.day) as on_day, coalesce(nullif(x.officers, '{}'), o.officers, '{}') as people
      from (${selectEnterprisesDaysAndOfficersOfPeriodSql({ cycle: one, period, today: shanghaiToday(), earlier, seed })}) x
      left join enforcement_cycle_object o on o.check_id = x.check_id
    )
    select (select count(*)::int from r where r.skipped is null) as planned,
      (select coalesce(json_agg(s order by s.why), '[]') from (select r.skipped as why, count(*)::int as n from r where r.skipped is not null group by 1) s) as skipped,
      (select coalesce(json_agg(d order by d.day), '[]') from (select r.on_day as day, count(*)::int as n from r where r.skipped is null group by 1) d) as days,
      (select coalesce(json_agg(f), '[]') from (
        select r.enterprise_id as id, r.name, coalesce(a.name, r.area_code) as area, r.risk, coalesce(r.skipped, '') as skipped,
          case when r.skipped is null then r.on_day::text else '' end as day, coalesce(r.check_id, 0) as check,
          array(select p.name from unnest(r.people) with ordinality u(id, place) join library_officer p on p.id = u.id order by u.place) as officers
        from r left join system_area a on a.code = r.area_code where ${chosen} order by r.on_day, r.area_code, r.enterprise_id limit ${mostRows}) f) as rows`);
}

/** `/admin/enforcement.cycle/preview` and `/run`: what a cycle will do, and doing it now. */
export const previewAndRunCycleController: Controller = {
  app: 'admin',
  name: 'enforcement.cycle',
  actions: {
    preview: call({
      gate: 'rule',
      node: `${recurringCheckCycle.name}/preview`,
      summary: text(
        '检查周期预览：何时检查谁，跳过谁、为何',
        'Preview of a cycle: who is checked when, and who is skipped and why',
      ),
      limit: { perMinute: 60 },
      input: {
        id: rowKeyInput(text('周期编号', 'ID of the cycle')),
        period: field.date(text('周期开始日期', 'First day of a period'), {
          hint: text('默认当前周期', 'Default: the present one'),
        }),
        day: field.date(text('日期', 'Day')),
        skipped: field.text(text('跳过原因', 'Reason for skipping'), { max: 20 }),
      },
      answer: preview,
      async run({ engine, caller, input: { id, period: wanted, day, skipped: why } }) {
        const one = await cycleOf({ engine, caller }, id);
        const today = shanghaiToday();
        const periods = periodsBetween(recurrenceOfCheckCycle(one), today, addMonths(today, 12)).filter(
          ({ last }) => last >= today,
        );
        const period = periods.find(({ from }) => from === wanted) ?? periods[0] ?? null;
        const empty = { planned: 0, skipped: [], days: [], rows: [] };
        if (!period) return { periods, period, ...empty };
        const year = period.last.slice(0, 4);
        const earlier = periods
          .filter(({ from, last }) => from < period.from && last.startsWith(year))
          .map(({ from }) => from);
        const found = await readPeriod(engine.db, one, period, { earlier, day: day ?? null, why: why ?? null });
        return { periods, period, ...empty, ...found };
      },
    }),
    run: call({
      gate: 'rule',
      methods: ['POST'],
      node: `${recurringCheckCycle.name}/run`,
      summary: text('立即按周期起草检查（后台进行）', 'Draft the checks of a cycle now, in the background'),
      limit: { perMinute: 6 },
      input: { id: rowKeyInput(text('周期编号', 'ID of the cycle')) },
      async run({ engine, caller, input: { id } }) {
        const { status } = await cycleOf({ engine, caller }, id);
        if (status !== 'active')
          throw new Refused(inactive, { data: { reason: 'bad_transition', from: status, allowed: [] } });
        await addTask(engine.db, 'draft_cycle_checks', { id }, { key: `draft_cycle_checks:${id}`, maxAttempts: 3 });
        return null;
      },
    }),
  },
};
