import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { department } from '#modules/identity/contract/department.ts';
import { sql } from '#server/db/sql.ts';
import type { JsonSchema } from '#server/http/api-description-of-call.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-call-with-checked-input.ts';
import { integer, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { frequencyCap } from '../../contract/frequency/frequency-cap.ts';
import type { FrequencyCapPreview } from '../../contract/frequency/frequency-cap-preview.ts';
import { authorityOf, dayOfVisit, isCounted, isExempt, limitsFor } from './visits-and-limits-sql.ts';

const counts = { checks: integer, refused_now: integer, refused: integer };
const preview: JsonSchema<FrequencyCapPreview> = object({
  years: list(
    object({
      year: integer,
      ...counts,
      groups: list(object({ domain: string, risk: string, ...counts, enterprises: integer })),
    }),
  ),
});

type Group = FrequencyCapPreview['years'][number]['groups'][number] & {
  readonly [column: string]: unknown;
  readonly year: number;
};

/**
 * `/admin/enforcement.frequencyCap/preview`: what other limits would have refused in the last calendar year and in this one
 * so far, by the present risk classes of the enterprises of the caller's area.
 */
export const frequencyCapPreviewController: Controller = {
  app: 'admin',
  name: 'enforcement.frequencyCap',
  actions: {
    preview: call({
      gate: 'rule',
      node: `${frequencyCap.name}/index`,
      summary: text(
        '频次上限修改后，去年和今年会不予批准的检查',
        'Checks of last year and this year that other limits would have refused',
      ),
      limit: { perMinute: 30 },
      input: { id: rowKeyInput(text('上限编号', 'ID of the limits')) },
      answer: preview,
      async run({ engine: { db, find }, caller, input: { id } }) {
        const found = await db.row<{ id: number }>(sql`select id from enforcement_frequency_cap where id = ${id}`);
        if (!found) throw notFound();
        const thisYear = Number(shanghaiToday().slice(0, 4));
        const scope = scopeOf(enterprise, caller, find);
        const capOf = (row: 'd' | 'l') =>
          sql`case v.risk when 'A' then ${sql.raw(row)}.class_a when 'B' then ${sql.raw(row)}.class_b when 'C' then ${sql.raw(row)}.class_c else ${sql.raw(row)}.class_d end`;
        const groups = await db.rows<Group>(sql`
          with authority as materialized (select a.id, ${authorityOf(sql`a.id`)} as of from ${sql.id(tableOf(department))} a),
          v as (
            select c.enterprise_id, c.domain, coalesce(t.risk_class, 'B') as risk, extract(year from ${dayOfVisit(sql`c`)})::int as year,
              row_number() over (partition by c.enterprise_id, c.domain, a.of, extract(year from ${dayOfVisit(sql`c`)}) order by ${dayOfVisit(sql`c`)}, c.id) as n
            from enforcement_check c join enterprise t on t.id = c.enterprise_id join authority a on a.id = c.department_id
            where ${isCounted(sql`c`)} and not ${isExempt(sql`c`)} and ${dayOfVisit(sql`c`)} >= make_date(${thisYear - 1}::int, 1, 1)
              and ${dayOfVisit(sql`c`)} < make_date(${thisYear + 1}::int, 1, 1)${scope ? sql` and ${scope}` : sql.empty}
          ),
          limits as materialized (
            select x.domain, l.* from (select distinct domain from v) x
            left join lateral (${limitsFor(sql`x.domain`, sql`${shanghaiToday()}::date`)}) l on true
          )
          select v.year, v.domain, v.risk, count(*)::int as checks, count(*) filter (where v.n > ${capOf('l')})::int as refused_now,
            count(*) filter (where v.n > ${capOf('d')})::int as refused,
            count(distinct v.enterprise_id) filter (where v.n > ${capOf('d')})::int as enterprises
          from v join limits l on l.domain = v.domain join enforcement_frequency_cap d on d.id = ${id}
          where d.domain = v.domain or (d.domain is null and not exists (select from enforcement_frequency_cap o
            where o.domain = v.domain and o.status = 'published' and (o.effective_to is null or o.effective_to >= ${shanghaiToday()}::date)))
          group by v.year, v.domain, v.risk order by v.year, v.domain, v.risk`);
        return {
          years: [thisYear - 1, thisYear].map((year) =>
            yearOf(
              year,
              groups.filter((one) => one.year === year),
            ),
          ),
        };
      },
    }),
  },
};

function yearOf(year: number, groups: readonly Group[]): FrequencyCapPreview['years'][number] {
  const sum = (name: 'checks' | 'refused_now' | 'refused') => groups.reduce((total, one) => total + one[name], 0);
  return {
    year,
    checks: sum('checks'),
    refused_now: sum('refused_now'),
    refused: sum('refused'),
    groups: groups.filter((one) => one.refused > 0 || one.refused_now > 0).map(({ year: _, ...one }) => one),
  };
}
