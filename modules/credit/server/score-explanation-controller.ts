import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, callsForOfficersAndMembers } from '#server/http/declare-call-with-checked-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { boolean, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { type CreditList, effectiveListingStates } from '../contract/credit-options.ts';
import { creditScore } from '../contract/credit-score.ts';
import { guideCreditScore } from '../contract/guide-credit-score.ts';
import type {
  CreditScoreExplanation,
  ExplainedCreditEvent,
} from '../contract/score-explanation-and-formula-preview-answers.ts';
import { type CreditSubject, enterpriseSubject, guideSubject } from './credit-subject.ts';

const explanation: JsonSchema<CreditScoreExplanation> = object({
  id: key,
  score: integer,
  grade: string,
  scored_grade: string,
  measured_at: integer,
  base: integer,
  formula: object({ id: key, title: string, revision: integer }),
  bounds: object({ A: integer, B: integer, C: integer, D: integer }),
  kinds: list(
    object({
      kind: string,
      sum: integer,
      points: integer,
      events: list(
        object({
          id: key,
          title: string,
          happened_on: string,
          expires_on: string,
          points: integer,
          basis: string,
          objected: boolean,
        }),
      ),
    }),
  ),
  lists: list(object({ id: key, list: string, until: string })),
  history: list(object({ day: string, score: integer, grade: string })),
}) as JsonSchema<CreditScoreExplanation>;

interface StoredKind {
  readonly kind: CreditScoreExplanation['kinds'][number]['kind'];
  readonly sum: number;
  readonly points: number;
  readonly events: readonly { readonly id: number; readonly points: number }[];
}

interface Found {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly score: number;
  readonly grade: string;
  readonly scored_grade: string;
  readonly measured_at: number;
  readonly kinds: readonly StoredKind[];
  readonly formula: CreditScoreExplanation['formula'];
  readonly base: number;
  readonly bounds: CreditScoreExplanation['bounds'];
}

type EventRow = Omit<ExplainedCreditEvent, 'points'> & { readonly [column: string]: unknown };

/** How a score is composed, as it was measured, and its history. Null: there is none, or the caller may not see it. */
async function explainScore(
  { engine: { db, find }, caller }: { readonly engine: Engine; readonly caller: Caller },
  subject: CreditSubject,
  { score: id, of }: { readonly score: number | null; readonly of: number | null },
): Promise<CreditScoreExplanation | null> {
  const { key, keyName, listedAs, scores, scoreTable, measurementTable, eventTable, pointTable } = subject;
  const scope = scopeOf(scores, caller, find);
  const formulaTitle = caller.locale === 'en' ? sql`coalesce(f.title_en, f.title)` : sql`f.title`;
  const found = await db.row<Found>(sql`
    select t.id, t.${key}, m.score, m.grade, m.scored_grade, extract(epoch from m.measured_at)::int as measured_at, m.kinds, f.base,
      json_build_object('id', f.id, 'title', ${formulaTitle}, 'revision', coalesce(f.revision, 1)) as formula,
      json_build_object('A', f.grade_a, 'B', f.grade_b, 'C', f.grade_c, 'D', f.grade_d) as bounds
    from ${scoreTable} t join ${measurementTable} m on m.${key} = t.${key} join credit_formula f on f.id = m.formula_id
    where (t.id = ${id}::bigint or t.${key} = ${of}::bigint) and ${scope ?? sql`true`} order by t.id limit 1`);
  if (!found) return null;
  const { kinds, measured_at, base, formula, bounds, score, grade, scored_grade } = found;
  const whose = Number(found[keyName]);
  const ids = kinds.flatMap(({ events }) => events.map((one) => one.id));
  const title = caller.locale === 'en' ? sql`coalesce(e.title_en, e.title)` : sql`e.title`;
  const events = await db.rows<EventRow>(sql`
    select e.id, ${title} as title, e.happened_on::text, coalesce(e.expires_on::text, '') as expires_on, coalesce(e.basis, '') as basis,
      e.status = 'objected' as objected
    from ${eventTable} e where e.id = any(${ids}::bigint[])`);
  const lists = await db.rows<{ id: number; list: CreditList; until: string }>(sql`
    select l.id, l.list, l.ends_on::text as until from credit_listing l
    where l.${key} = ${whose} and l.subject = ${listedAs} and l.status = any(${[...effectiveListingStates]}::text[]) order by l.id`);
  const history = await db.rows<CreditScoreExplanation['history'][number] & { readonly [column: string]: unknown }>(
    sql`select day::text, score, grade from ${pointTable} where ${key} = ${whose} order by day`,
  );
  const byId = new Map(events.map((one) => [one.id, one]));
  return {
    id: found.id,
    score,
    grade,
    scored_grade,
    measured_at,
    base,
    formula,
    bounds,
    kinds: kinds.map((one) => ({
      ...one,
      events: one.events.flatMap(({ id: event, points }) => {
        const stored = byId.get(event);
        return stored ? [{ ...stored, points }] : [];
      }),
    })),
    lists,
    history,
  };
}

const scoreInput = field.integer(text('评分编号', 'ID of the score'), { min: 1 });

/** `explain`: of a row of `credit/score` or of an enterprise. Members get it for their own enterprises. */
const explain = call({
  gate: 'login',
  summary: text('信用评分的由来与变化', 'How a credit score is composed, and its history'),
  limit: { perMinute: 120 },
  input: {
    id: scoreInput,
    enterprise_id: field.integer(text('企业编号', 'ID of the enterprise'), { min: 1 }),
  },
  answer: orNull(explanation),
  run: ({ engine, caller, input: { id, enterprise_id } }) =>
    explainScore({ engine, caller }, enterpriseSubject, { score: id ?? null, of: enterprise_id ?? null }),
});

/** `explain`: of a row of `credit/guideScore` or of a guide. */
const explainOfGuide = call({
  gate: 'rule',
  node: `${guideCreditScore.name}/index`,
  summary: text('导游信用评分的由来与变化', 'How the credit score of a guide is composed, and its history'),
  limit: { perMinute: 120 },
  input: {
    id: scoreInput,
    guide_id: field.integer(text('导游编号', 'ID of the guide'), { min: 1 }),
  },
  answer: orNull(explanation),
  run: ({ engine, caller, input: { id, guide_id } }) =>
    explainScore({ engine, caller }, guideSubject, { score: id ?? null, of: guide_id ?? null }),
});

export const creditScoreExplanationControllers: readonly Controller[] = [
  ...callsForOfficersAndMembers('credit.score', `${creditScore.name}/index`, { explain }),
  { app: 'admin', name: 'credit.guideScore', actions: { explain: explainOfGuide } },
];
