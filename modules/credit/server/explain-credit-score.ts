import type { Locale } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { boolean, integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { type CreditList, effectiveListingStates } from '../contract/credit-event-kinds-lists-and-grounds.ts';
import type {
  CreditScoreExplanation,
  ExplainedCreditEvent,
} from '../contract/score-explanation-and-formula-preview-answers.ts';
import type { CreditSubject } from './enterprise-or-guide-as-credit-subject.ts';

export const creditScoreExplanationSchema: JsonSchema<CreditScoreExplanation> = object({
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

/**
 * How a score is composed, as it was measured, and its history. `where` is a condition on the row `t` of scores. Null: there
 * is none.
 */
export async function explainCreditScore(
  db: Queryable,
  subject: CreditSubject,
  { where, locale }: { readonly where: Sql; readonly locale: Locale },
): Promise<CreditScoreExplanation | null> {
  const { key, keyName, listedAs, scoreTable, measurementTable, eventTable, pointTable } = subject;
  const formulaTitle = locale === 'en' ? sql`coalesce(f.title_en, f.title)` : sql`f.title`;
  const found = await db.row<Found>(sql`
    select t.id, t.${key}, m.score, m.grade, m.scored_grade, extract(epoch from m.measured_at)::int as measured_at, m.kinds, f.base,
      json_build_object('id', f.id, 'title', ${formulaTitle}, 'revision', coalesce(f.revision, 1)) as formula,
      json_build_object('A', f.grade_a, 'B', f.grade_b, 'C', f.grade_c, 'D', f.grade_d) as bounds
    from ${scoreTable} t join ${measurementTable} m on m.${key} = t.${key} join credit_formula f on f.id = m.formula_id
    where ${where} order by t.id limit 1`);
  if (!found) return null;
  const { kinds, measured_at, base, formula, bounds, score, grade, scored_grade } = found;
  const whose = Number(found[keyName]);
  const ids = kinds.flatMap(({ events }) => events.map((one) => one.id));
  const basis = locale === 'en' ? sql`coalesce(e.basis_en, e.basis, '')` : sql`coalesce(e.basis, '')`;
  const title = locale === 'en' ? sql`coalesce(e.title_en, e.title)` : sql`e.title`;
  const events = await db.rows<EventRow>(sql`
    select e.id, ${title} as title, e.happened_on::text, coalesce(e.expires_on::text, '') as expires_on, ${basis} as basis,
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
