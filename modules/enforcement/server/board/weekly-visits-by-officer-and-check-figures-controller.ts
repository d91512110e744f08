import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { addDays, isCountableDate, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import {
  boolean,
  integer,
  key,
  list,
  number,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { refuse } from '#server/refusal.ts';
import type {
  CheckFigures,
  VisitOfOfficersInWeek,
  WeeklyVisitsByOfficer,
} from '../../contract/board/weekly-visits-by-officer-and-check-figures-answer-types.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { dayOfVisitSql } from '../frequency/frequency-limit-conditions-sql.ts';
import {
  countChecksUnderWaySql,
  readCheckCoverageFindingsAndWorkload,
} from './read-check-coverage-findings-and-officer-workload.ts';

const board: JsonSchema<WeeklyVisitsByOfficer> = object({
  from: string,
  days: list(string),
  officers: list(
    object({ id: key, name: string, certificate: string, workload: integer, under_way: integer, capacity: integer }),
  ),
  visits: list(
    object({
      id: key,
      check_no: orNull(string),
      name: string,
      status: string,
      day: string,
      from: integer,
      officers: list(key),
      place: orNull(object({ lng: number, lat: number })),
      address: string,
    }),
  ),
  cut: boolean,
});

const figures: JsonSchema<CheckFigures> = object({
  checks: integer,
  findings: integer,
  per_hundred: number,
  reviewed: integer,
  nil: integer,
  published: integer,
  published_late: integer,
  coverage: list(object({ type: string, enterprises: integer, checked: integer })),
  workload: list(
    object({
      id: key,
      name: string,
      certificate: string,
      checks: integer,
      with_findings: integer,
      under_way: integer,
    }),
  ),
});

const week = 7;
/** Visits that are read at once. */
const mostVisits = 1000;

/** `/admin/enforcement.check/board` and `/figures`: who visits whom on which day, and what checks came to. */
export const weeklyVisitsAndCheckFiguresController: Controller = {
  app: 'admin',
  name: 'enforcement.check',
  actions: {
    board: call({
      gate: 'rule',
      node: `${check.name}/index`,
      summary: text('一周的检查安排：按人员和日期', 'Checks of a week by officer and day'),
      limit: { perMinute: 120 },
      input: { from: field.date(text('开始日期', 'First day'), { hint: text('默认今天', 'Default: today') }) },
      answer: board,
      async run({ engine: { db, find }, caller, input }) {
        const from = input.from ?? shanghaiToday();
        if (!isCountableDate(from)) throw refuse('invalid_date', 'invalid');
        const scope = scopeOf(check, caller, find);
        const visits = await db.rows<VisitOfOfficersInWeek & { readonly [column: string]: unknown }>(sql`
          select t.id, t.check_no, coalesce(t.object_name, '') as name, t.status, ${dayOfVisitSql(sql`t`)}::text as day,
            coalesce(extract(epoch from coalesce(t.started_at, t.window_from)), 0)::int as from,
            array(select o.officer_id from enforcement_check_officer o where o.check_id = t.id order by o.weigh, o.id) as officers,
            case when e.place is null then null else json_build_object('lng', e.place[0], 'lat', e.place[1]) end as place,
            coalesce(e.address, '') as address
          from enforcement_check t left join enterprise e on e.id = t.enterprise_id
          where t.status not in ('cancelled', 'transferred') and ${dayOfVisitSql(sql`t`)} between ${from}::date and ${addDays(from, week - 1)}::date
            ${scope ? sql`and ${scope}` : sql.empty} order by ${dayOfVisitSql(sql`t`)}, t.window_from, t.id limit ${mostVisits + 1}`);
        const officers = await db.rows<
          WeeklyVisitsByOfficer['officers'][number] & { readonly [column: string]: unknown }
        >(sql`
          select o.id, o.name, o.cert_no as certificate, o.workload, ${countChecksUnderWaySql(sql`o.id`, scope)} as under_way, o.capacity
          from library_officer o
          where o.id = any(${visits.flatMap((one) => one.officers)}::bigint[]) order by o.name, o.id`);
        return {
          from,
          days: Array.from({ length: week }, (_, at) => addDays(from, at)),
          officers,
          visits: visits.slice(0, mostVisits),
          cut: visits.length > mostVisits,
        };
      },
    }),
    figures: call({
      gate: 'rule',
      node: `${check.name}/index`,
      summary: text(
        '检查统计：覆盖、每百次发现、未发现问题率、公示及时率、工作量',
        'Figures of checks: coverage, findings per hundred, visits without a finding, timely publication, workload',
      ),
      limit: { perMinute: 60 },
      input: {
        from: field.date(text('开始日期', 'From'), { required: true }),
        to: field.date(text('截止日期', 'To'), { required: true }),
      },
      answer: figures,
      run: ({ engine, caller, input: { from, to } }) => readCheckCoverageFindingsAndWorkload(engine, caller, from, to),
    }),
  },
};
