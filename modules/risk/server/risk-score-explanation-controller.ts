import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
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
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { riskScore } from '../contract/risk-score.ts';
import { type RiskScoreComponentName, riskScoreComponents } from '../contract/risk-score-components-and-limits.ts';
import type { RiskContribution, RiskExplanation } from '../contract/risk-score-explanation-answer-types.ts';
import { findRiskWeightsInForceOn } from './compute-risk-scores-from-contributors-sql.ts';

const bothLanguages = object({ 'zh-cn': string, en: string });

const explanation: JsonSchema<RiskExplanation> = object({
  id: key,
  score: integer,
  risk_class: string,
  measured_class: string,
  measured_at: integer,
  is_new: boolean,
  new_days: integer,
  override: orNull(object({ until: string, reason: string })),
  parts: list(object({ part: string, most: integer, measured: boolean })),
  contributions: list(
    object({
      name: string,
      part: string,
      label: bothLanguages,
      because: bothLanguages,
      points: number,
      n: integer,
      of: string,
      rows: list(key),
    }),
  ),
  history: list(object({ day: string, score: integer, risk_class: string })),
}) as JsonSchema<RiskExplanation>;

interface Found {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly enterprise_id: number;
  readonly score: number;
  readonly risk_class: string;
  readonly measured_class: string;
  readonly measured_at: number;
  readonly is_new: boolean;
  readonly until: string | null;
  readonly reason: string | null;
  readonly contributions: readonly StoredContribution[];
}

interface StoredContribution {
  readonly name: string;
  readonly points: number;
  readonly n: number;
  readonly rows: readonly number[];
}

/** Contributions of modules that exist no more are left out. */
const explainStored = (
  stored: readonly StoredContribution[],
  contributors: readonly RiskContributor[],
): readonly RiskContribution[] =>
  stored.flatMap(({ name, points, n, rows }) => {
    const by = contributors.find((one) => one.name === name);
    return by ? [{ name, part: by.part, label: by.label, because: by.because, points, n, of: by.of ?? '', rows }] : [];
  });

/**
 * `GET explain`: how a score is composed, of a row of `risk/score` or of an enterprise. Null: there is none, or the
 * caller may not see it.
 */
const explain = (contributors: () => readonly RiskContributor[]) =>
  call({
    gate: 'rule',
    node: `${riskScore.name}/index`,
    summary: text('风险评分的由来与变化', 'How a risk score is composed, and its history'),
    limit: { perMinute: 120 },
    input: {
      id: field.integer(text('评分编号', 'ID of the score'), { min: 1 }),
      enterprise_id: field.integer(text('企业编号', 'ID of the enterprise'), { min: 1 }),
    },
    answer: orNull(explanation),
    async run({ engine: { db, find }, caller, input: { id, enterprise_id } }) {
      const scope = scopeOf(riskScore, caller, find);
      const found = await db.row<Found>(sql`select t.id, t.enterprise_id, t.score, t.risk_class, t.measured_class,
          coalesce(extract(epoch from m.measured_at), 0)::int as measured_at, coalesce(m.is_new, false) as is_new,
          t.override_until::text as until, t.override_reason as reason, coalesce(m.contributions, '[]') as contributions
        from risk_score t left join risk_measurement m on m.enterprise_id = t.enterprise_id
        where (t.id = ${id ?? null}::bigint or t.enterprise_id = ${enterprise_id ?? null}::bigint) and ${scope ?? sql`true`} order by t.id limit 1`);
      if (!found) return null;
      const weights = await db.row<
        Readonly<Record<RiskScoreComponentName | 'new_days', number>> & { readonly [column: string]: unknown }
      >(
        sql`select * from risk_model where id = ${(await findRiskWeightsInForceOn(db, shanghaiToday())) ?? null}::bigint`,
      );
      const history = await db.rows<RiskExplanation['history'][number] & { readonly [column: string]: unknown }>(
        sql`select day::text, score, risk_class from risk_score_point where enterprise_id = ${found.enterprise_id} order by day`,
      );
      const all = contributors();
      const { until, reason } = found;
      return {
        id: found.id,
        score: found.score,
        risk_class: found.risk_class,
        measured_class: found.measured_class,
        measured_at: found.measured_at,
        is_new: found.is_new,
        new_days: weights?.new_days ?? 0,
        override: until === null ? null : { until, reason: reason ?? '' },
        parts: (Object.keys(riskScoreComponents) as RiskScoreComponentName[]).map((part) => ({
          part,
          most: weights?.[part] ?? 0,
          measured: all.some((one) => one.part === part),
        })),
        contributions: explainStored(found.contributions, all),
        history,
      };
    },
  });

export const riskScoreExplanationController = (contributors: () => readonly RiskContributor[]): Controller => ({
  app: 'admin',
  name: 'risk.score',
  actions: { explain: explain(contributors) },
});
