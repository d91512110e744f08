import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { describeBannedWord } from '#kernel/screening/fields-with-banned-word-screening.ts';
import { screenTextAgainstBannedWordList } from '#kernel/screening/screen-text-against-banned-word-list.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { department } from '#modules/identity/contract/department.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { enumOf, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { invalid } from '#server/refusal.ts';
import {
  evaluationLimits,
  evaluationScores,
  evaluationTags,
  evaluationTargets,
  scoreRange,
  tagsByTarget,
} from '../contract/evaluation-targets-scores-and-tags.ts';
import type { EvaluationLink, EvaluationSubject } from '../contract/public-evaluation-page-and-link-types.ts';
import {
  evaluationLinkTicket,
  refusePicturesNotAllowedWithLink,
} from './evaluation-link-ticket-and-allowed-pictures.ts';
import { storeAndReleaseEvaluation } from './store-evaluation-and-release-anonymous-ones-in-groups.ts';

const unfitTags = text('有的印象不适用于所评价的对象', 'Some of the impressions do not apply to what is evaluated');
const thanks = text('感谢您的评价', 'Thank you for your evaluation');

/** Checked as part of the link: whatever is wrong with it, the link is invalid. */
const linkInput = { secret: field.text(text('链接末段', 'Last segment of the link'), { required: true, max: 100 }) };

const targets = Object.keys(evaluationTargets) as (keyof typeof evaluationTargets)[];

async function nameOfSubject(db: Queryable, { enterprise_id, department_id }: EvaluationLink): Promise<string> {
  const found = await db.row<{ name: string }>(
    enterprise_id === undefined
      ? sql`select name from ${sql.id(tableOf(department))} where id = ${department_id ?? 0}`
      : sql`select name from ${sql.id(tableOf(enterprise))} where id = ${enterprise_id}`,
  );
  return found?.name ?? '';
}

/** `POST subject {secret}`: what a link is about; refused where it is used, expired or unknown. */
const subject = call({
  gate: 'none',
  methods: ['POST'],
  silent: true,
  summary: text('凭评价链接查看评价对象（公开）', 'What an evaluation link is about (public)'),
  limit: { perMinute: 200 },
  inputFrom: 'body',
  checkedInRun: linkInput,
  answer: object({ target: enumOf(...targets), name: string }),
  async run({ engine, body }): Promise<EvaluationSubject> {
    const ticket = await evaluationLinkTicket.read(engine.db, body.secret);
    if (!ticket) throw evaluationLinkTicket.refused();
    return { target: ticket.content.target, name: await nameOfSubject(engine.db, ticket.content) };
  },
});

const score = { required: true, ...scoreRange } as const;

/**
 * `POST send`: stores an evaluation and uses up its link in one transaction. Neither address nor device is stored. Banned
 * words are refused, and numbers of persons in the text are masked.
 */
const send = call({
  gate: 'none',
  methods: ['POST'],
  silent: true,
  summary: text('凭评价链接评价，仅一次（公开）', 'Evaluate by link, once only (public)'),
  // all phones of a coach may share one network address; a link is good once and cannot be guessed
  limit: { perMinute: 200 },
  inputFrom: 'body',
  checkedInRun: {
    ...linkInput,
    files: field.files(text('图片（署名评价）', 'Pictures (signed evaluations)'), { max: evaluationLimits.pictures }),
  },
  input: {
    overall: field.integer(evaluationScores.overall, score),
    attitude: field.integer(evaluationScores.attitude, score),
    reliability: field.integer(evaluationScores.reliability, score),
    fairness: field.integer(evaluationScores.fairness, score),
    tags: field.checkbox(text('印象', 'Impressions'), { options: evaluationTags }),
    remark: field.textarea(text('评语', 'Comment'), { max: 500 }),
    signed_as: field.text(text('署名', 'Signed'), { max: 40 }),
  },
  answer: nothing,
  async run({ engine, caller, body, input }) {
    const today = shanghaiToday();
    const errors: Record<string, string[]> = {};
    let doubtful = false;
    for (const name of ['remark', 'signed_as'] as const) {
      const found = screenTextAgainstBannedWordList(input[name] ?? '', engine.screening.now(), today);
      const [refused] = found.filter(({ entry }) => entry.severity === 'refuse');
      if (refused) errors[name] = [textIn(describeBannedWord(refused), caller.locale)];
      doubtful ||= found.length > 0;
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const { tags, remark, signed_as, ...scores } = input;
    const files = Array.isArray(body.files) ? [...new Set(body.files.map(String))] : [];
    await engine.db.transaction(async (tx) => {
      const link = await evaluationLinkTicket.redeem(tx, body.secret);
      const fit: readonly string[] = tagsByTarget[link.target];
      if (tags?.some((one) => !fit.includes(one))) throw invalid({ tags: [unfitTags[caller.locale]] });
      await refusePicturesNotAllowedWithLink(engine, tx, link, {
        files,
        isSigned: Boolean(signed_as),
        locale: caller.locale,
      });
      await storeAndReleaseEvaluation(engine, tx, link, {
        ...scores,
        tags: tags ?? [],
        remark: remark || null,
        signed_as: signed_as || null,
        files,
        doubtful,
      });
    });
    return new Answer(null, thanks[caller.locale]);
  },
});

/** Calls of the open page `/evaluate` (domain reference §2.L). */
export const evaluationByLinkController: Controller = {
  app: 'api',
  name: 'evaluation.open',
  actions: { subject, send },
};
