import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { integer, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { riskWeights } from '../contract/risk-weights.ts';
import { type RiskWeightsPreview, riskClassNames } from '../contract/risk-weights-preview-answer-types.ts';
import { computeRiskScoresSql, findRiskWeightsInForceOn } from './compute-risk-scores-from-contributors-sql.ts';

const preview: JsonSchema<RiskWeightsPreview> = object({
  day: string,
  enterprises: integer,
  moved: integer,
  matrix: list(list(integer)),
  missing: list(object({ 'zh-cn': string, en: string })),
});

/** Names of the contributors whose rows begin after a day. */
async function missingOn(db: Queryable, contributors: readonly RiskContributor[], day: string): Promise<Text[]> {
  const missing: Text[] = [];
  for (const { label, since } of contributors) {
    if (!since) continue;
    const row = await db.row<{ reached: boolean }>(
      sql`select coalesce((${since}) < (${day}::date + 1) at time zone 'Asia/Shanghai', false) as reached`,
    );
    if (!row?.reached) missing.push(label);
  }
  return missing;
}

/**
 * `GET preview`: how many enterprises of the caller's area would have another class by these weights than by those in
 * force, at the end of a day. Kinds of enterprises, and what officers decided of findings, are those of today.
 */
const previewWeights = (contributors: () => readonly RiskContributor[]) =>
  call({
    gate: 'rule',
    node: `${riskWeights.name}/index`,
    summary: text('预览权重改变的等级', 'Preview the classes that other weights change'),
    limit: { perMinute: 60 },
    input: {
      id: rowKeyInput(text('权重编号', 'ID of the weights')),
      day: field.date(text('日期', 'Day'), { hint: text('默认今天', 'Default: today') }),
    },
    answer: preview,
    async run({ engine: { db, find }, caller, input: { id, day: given } }) {
      const day = given ?? shanghaiToday();
      const draft = await db.row<{ id: number }>(sql`select id from risk_model where id = ${id}`);
      const present = await findRiskWeightsInForceOn(db, shanghaiToday());
      if (!draft || present === undefined) throw notFound();
      const all = contributors();
      const asOf = sql`least(now(), (${day}::date + 1) at time zone 'Asia/Shanghai')`;
      const scope = scopeOf(enterprise, caller, find);
      const where = sql`t.createtime < ${asOf}${scope ? sql` and ${scope}` : sql.empty}`;
      const classesBy = (weights: number) => computeRiskScoresSql({ contributors: all, model: weights, asOf, where });
      const rows = await db.rows<{ before: string; after: string; n: number }>(
        sql`select o.risk_class as before, n.risk_class as after, count(*)::int as n
          from (${classesBy(present)}) o join (${classesBy(draft.id)}) n on n.enterprise_id = o.enterprise_id
          group by o.risk_class, n.risk_class`,
      );
      const matrix = riskClassNames.map((before) =>
        riskClassNames.map((after) => rows.find((row) => row.before === before && row.after === after)?.n ?? 0),
      );
      const sum = (some: typeof rows) => some.reduce((total, { n }) => total + n, 0);
      return {
        day,
        enterprises: sum(rows),
        moved: sum(rows.filter(({ before, after }) => before !== after)),
        matrix,
        missing: await missingOn(db, all, day),
      };
    },
  });

export const riskWeightsPreviewController = (contributors: () => readonly RiskContributor[]): Controller => ({
  app: 'admin',
  name: 'risk.model',
  actions: { preview: previewWeights(contributors) },
});
