import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { riskClasses } from '#modules/enterprise/contract/enterprise-options.ts';
import { department } from '#modules/identity/contract/department.ts';
import { enforcementDomains } from '#modules/library/contract/domain/enforcement-domain.ts';
import { can } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { forbidden, notFound } from '#server/refusal.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { frequencyCap } from '../../contract/frequency/frequency-cap-of-enforcement-checks.ts';
import {
  type ChecksBehindFigure,
  type FrequencyCapPreview,
  figuresOfFrequencyCapPreview,
  rowsPerPageOfPreview,
} from '../../contract/frequency/frequency-cap-preview-answer-types.ts';
import { visitsOfFrequencyCapPreviewSql } from './visits-of-frequency-cap-preview-sql.ts';

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
const behindFigure: JsonSchema<ChecksBehindFigure> = object({
  total: integer,
  list: list(
    object({
      id: key,
      check_no: string,
      enterprise_id: key,
      enterprise: string,
      department: string,
      day: string,
      n: integer,
      cap_now: orNull(integer),
      cap_draft: integer,
    }),
  ),
});

const limitsId = rowKeyInput(text('上限编号', 'ID of the limits'));

type Group = FrequencyCapPreview['years'][number]['groups'][number] & {
  readonly [column: string]: unknown;
  readonly year: number;
};

/** Which visits `v` a figure counts. */
const counted: Readonly<Record<keyof typeof figuresOfFrequencyCapPreview, Sql>> = {
  checks: sql`true`,
  refused_now: sql`v.n > v.cap_now`,
  refused: sql`v.n > v.cap_draft`,
};

async function requireLimits(db: Queryable, id: number): Promise<void> {
  if (!(await db.row(sql`select id from enforcement_frequency_cap where id = ${id}`))) throw notFound();
}

/**
 * `/admin/enforcement.frequencyCap/preview`: what other limits would have refused in the last calendar year and in this one
 * so far, by the present risk classes of the enterprises of the caller's area; `/previewRows`: the checks that one of these
 * figures counts.
 */
export const pastChecksThatDraftCapsWouldRefuseController: Controller = {
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
      input: { id: limitsId },
      answer: preview,
      async run({ engine: { db, find }, caller, input: { id } }) {
        await requireLimits(db, id);
        const thisYear = Number(shanghaiToday().slice(0, 4));
        const groups = await db.rows<Group>(sql`
          select v.year, v.domain, v.risk, count(*)::int as checks, count(*) filter (where ${counted.refused_now})::int as refused_now,
            count(*) filter (where ${counted.refused})::int as refused,
            count(distinct v.enterprise_id) filter (where ${counted.refused})::int as enterprises
          from (${visitsOfFrequencyCapPreviewSql(id, caller, find)}) v
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
    previewRows: call({
      gate: 'rule',
      // what is listed are checks
      node: `${check.name}/index`,
      summary: text('频次上限预览中一个数字所计的检查', 'The checks that a figure of the preview of limits counts'),
      limit: { perMinute: 60 },
      input: {
        id: limitsId,
        year: field.integer(text('年份', 'Year'), { required: true, min: 2000, max: 2200 }),
        figure: field.select(text('数字', 'Figure'), { required: true, options: figuresOfFrequencyCapPreview }),
        domain: field.select(text('执法领域；不填为全部', 'Domain; all if omitted'), { options: enforcementDomains }),
        risk: field.select(text('风险等级；不填为全部', 'Risk class; all if omitted'), { options: riskClasses }),
        page: field.integer(text('页码', 'Page'), { min: 1, max: 100_000 }),
      },
      answer: behindFigure,
      async run({ engine: { db, find }, caller, input: { id, year, figure, domain, risk, page } }) {
        if (!can(caller, `${frequencyCap.name}/index`)) throw forbidden();
        await requireLimits(db, id);
        const found = await db.rows<
          ChecksBehindFigure['list'][number] & { [column: string]: unknown; total: number }
        >(sql`
          select v.check_id as id, coalesce(c.check_no, '') as check_no, v.enterprise_id, e.name as enterprise, p.name as department,
            v.day::text as day, v.n, v.cap_now, v.cap_draft, count(*) over ()::int as total
          from (${visitsOfFrequencyCapPreviewSql(id, caller, find)}) v join enforcement_check c on c.id = v.check_id
            join enterprise e on e.id = v.enterprise_id join ${sql.id(tableOf(department))} p on p.id = c.department_id
          where v.year = ${year} and ${counted[figure]}
            and (${domain ?? null}::text is null or v.domain = ${domain ?? null}) and (${risk ?? null}::text is null or v.risk = ${risk ?? null})
          order by v.day desc, v.check_id desc
          limit ${rowsPerPageOfPreview} offset ${((page ?? 1) - 1) * rowsPerPageOfPreview}`);
        return { total: found[0]?.total ?? 0, list: found.map(({ total: _, ...one }) => one) };
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
