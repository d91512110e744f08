import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { creditFormula } from '../contract/credit-score-formula-version.ts';
import { creditGradeNames } from '../contract/grade-names-and-reference-credit-score-calculation-for-tests.ts';
import type { CreditFormulaPreview } from '../contract/score-explanation-and-formula-preview-answers.ts';
import { creditScoreSelectSql } from './calculate-credit-scores-sql.ts';
import { findFormulaInForceOn } from './record-and-annul-credit-events.ts';

const preview: JsonSchema<CreditFormulaPreview> = object({
  enterprises: integer,
  moved: integer,
  matrix: list(list(integer)),
  changes: list(object({ id: key, name: string, from: integer, to: integer, from_grade: string, to_grade: string })),
});

const mostChanges = 20;

/**
 * `GET preview`: how many enterprises of the caller's area would have another grade today by this formula than by the one
 * in force, and those whose score changes most. Events are the same for both.
 */
const previewFormula = call({
  gate: 'rule',
  node: `${creditFormula.name}/index`,
  summary: text('预览公式改变的信用等级', 'Preview the credit grades that another formula changes'),
  limit: { perMinute: 30 },
  input: { id: rowKeyInput(text('公式编号', 'ID of the formula')) },
  answer: preview,
  async run({ engine: { db, find }, caller, input: { id } }): Promise<CreditFormulaPreview> {
    const day = shanghaiToday();
    const draft = await db.row<{ id: number }>(sql`select id from credit_formula where id = ${id}`);
    const present = await findFormulaInForceOn(db, day);
    if (!draft || present === undefined) throw notFound();
    const where = scopeOf(enterprise, caller, find);
    const by = (formula: number) => creditScoreSelectSql({ formula, day, where });
    const found = await db.row<{
      counts: readonly { readonly before: string; readonly after: string; readonly n: number }[];
      changes: CreditFormulaPreview['changes'];
    }>(sql`
      with pairs as materialized (
        select o.enterprise_id, o.score as before, n.score as after, o.grade as before_grade, n.grade as after_grade
        from (${by(present)}) o join (${by(draft.id)}) n on n.enterprise_id = o.enterprise_id
      )
      select coalesce((select json_agg(c) from (
          select before_grade as before, after_grade as after, count(*)::int as n from pairs group by 1, 2) c), '[]'::json) as counts,
        coalesce((select json_agg(c) from (
          select p.enterprise_id as id, e.name, p.before as "from", p.after as "to", p.before_grade as from_grade, p.after_grade as to_grade
          from pairs p join enterprise e on e.id = p.enterprise_id where (p.before, p.before_grade) <> (p.after, p.after_grade)
          order by abs(p.after - p.before) desc, p.enterprise_id limit ${mostChanges}) c), '[]'::json) as changes`);
    const counts = found?.counts ?? [];
    const sum = (some: typeof counts) => some.reduce((total, { n }) => total + n, 0);
    return {
      enterprises: sum(counts),
      moved: sum(counts.filter(({ before, after }) => before !== after)),
      matrix: creditGradeNames.map((before) =>
        creditGradeNames.map((after) => counts.find((one) => one.before === before && one.after === after)?.n ?? 0),
      ),
      changes: found?.changes ?? [],
    };
  },
});

export const previewGradeChangesOfDraftFormulaController: Controller = {
  app: 'admin',
  name: 'credit.formula',
  actions: { preview: previewFormula },
};
