import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, callsForOfficersAndMembers } from '#server/http/declare-http-call-with-validated-input.ts';
import { orNull } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { creditScore } from '../contract/credit-score.ts';
import { guideCreditScore } from '../contract/guide-credit-score.ts';
import type { CreditScoreExplanation } from '../contract/score-explanation-and-formula-preview-answers.ts';
import { type CreditSubject, enterpriseSubject, guideSubject } from './enterprise-or-guide-as-credit-subject.ts';
import { creditScoreExplanationSchema, explainCreditScore } from './explain-credit-score.ts';

/** How a score that the caller may see is composed: that of a row of scores, or of an enterprise or guide. */
function explainFor(
  { engine: { db, find }, caller }: { readonly engine: Engine; readonly caller: Caller },
  subject: CreditSubject,
  { score, of }: { readonly score: number | null; readonly of: number | null },
): Promise<CreditScoreExplanation | null> {
  const scope = scopeOf(subject.scores, caller, find) ?? sql`true`;
  const where = sql`(t.id = ${score}::bigint or t.${subject.key} = ${of}::bigint) and ${scope}`;
  return explainCreditScore(db, subject, { where, locale: caller.locale });
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
  answer: orNull(creditScoreExplanationSchema),
  run: ({ engine, caller, input: { id, enterprise_id } }) =>
    explainFor({ engine, caller }, enterpriseSubject, { score: id ?? null, of: enterprise_id ?? null }),
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
  answer: orNull(creditScoreExplanationSchema),
  run: ({ engine, caller, input: { id, guide_id } }) =>
    explainFor({ engine, caller }, guideSubject, { score: id ?? null, of: guide_id ?? null }),
});

export const creditScoreExplanationControllers: readonly Controller[] = [
  ...callsForOfficersAndMembers('credit.score', `${creditScore.name}/index`, { explain }),
  { app: 'admin', name: 'credit.guideScore', actions: { explain: explainOfGuide } },
];
