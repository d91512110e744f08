import { maskPersonalNumbers } from '#kernel/check/find-personal-numbers-in-text.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { department } from '#modules/identity/contract/department.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { write } from '#server/write/write-pipeline.ts';
import { evaluation } from '../contract/evaluation-of-team-or-complaint-handling.ts';
import { type EvaluationScore, evaluationLimits } from '../contract/evaluation-targets-scores-and-tags.ts';
import type { EvaluationLink } from '../contract/public-evaluation-page-and-link-types.ts';

/** What somebody said, after the checks of the call. */
export interface EvaluationContent extends Readonly<Record<EvaluationScore, number>> {
  readonly tags: readonly string[];
  readonly remark: string | null;
  /** The name under which it appears; null: anonymous. */
  readonly signed_as: string | null;
  /** Pictures of a signed one, checked to be those of its link. */
  readonly files: readonly string[];
  /** Whether an officer should look at the wording first. */
  readonly doubtful: boolean;
}

/** In the timeline of an evaluation. */
const together: Text = text('与同一对象的其他评价一起汇入', 'Released together with others of the same subject');

const subjectOf = ({ target, enterprise_id, department_id }: EvaluationLink, alias: string): Sql => {
  const t = sql.raw(alias);
  return enterprise_id === undefined
    ? sql`${t}.target = ${target} and ${t}.department_id = ${department_id ?? 0}`
    : sql`${t}.target = ${target} and ${t}.enterprise_id = ${enterprise_id}`;
};

/**
 * Stores an evaluation. A signed one appears at once. An anonymous one waits until there are
 * {@link evaluationLimits.fewestTogether} of its subject, which then appear together, in random order and with one day:
 * neither the order nor the moment tells who said what.
 */
export async function storeAndReleaseEvaluation(
  engine: Engine,
  tx: Transaction,
  link: EvaluationLink,
  given: EvaluationContent,
): Promise<void> {
  const content = {
    ...given,
    remark: given.remark === null ? null : maskPersonalNumbers(given.remark, shanghaiToday()),
  };
  await lockSubject(tx, link);
  if (content.signed_as !== null) {
    await releaseSigned(engine, tx, link, content);
    return;
  }
  await tx.query(sql`insert into evaluation_waiting (target, enterprise_id, department_id, area_code, content)
    values (${link.target}, ${link.enterprise_id ?? null}, ${link.department_id ?? null}, ${link.area_code}, ${JSON.stringify(content)}::jsonb)`);
  const complete = await tx.rows<{ content: EvaluationContent }>(sql`
    delete from evaluation_waiting w where ${subjectOf(link, 'w')}
      and (select count(*) from evaluation_waiting o where ${subjectOf(link, 'o')}) >= ${evaluationLimits.fewestTogether}
    returning w.content`);
  if (complete.length > 0)
    await releaseTogether(
      engine,
      tx,
      link,
      complete.map((one) => one.content),
    );
}

/** One after another, so that evaluations sent at the same time count each other and repetitions are found. */
const lockSubject = (tx: Transaction, { enterprise_id, department_id }: EvaluationLink) =>
  tx.query(
    enterprise_id === undefined
      ? sql`select from ${sql.id(tableOf(department))} where id = ${department_id ?? 0} for no key update`
      : sql`select from ${sql.id(tableOf(enterprise))} where id = ${enterprise_id} for no key update`,
  );

/** Spaces and punctuation, Chinese included. */
const punctuation = '[\\s!-/:-@{-~\\u2010-\\u2027\\u3000-\\u303f\\uff00-\\uff0f\\uff1a-\\uff20]+';

/** The words of a remark: the same words are the same however they are parted. */
const withoutPunctuation = (remark: Sql): Sql => sql`regexp_replace(lower(${remark}), ${punctuation}, '', 'g')`;

/** Condition that `s.words` were said about the subject before. */
const isRepetition = (link: EvaluationLink): Sql => sql`exists (
    select from evaluation e where ${subjectOf(link, 'e')} and e.released_on > ${addDays(shanghaiToday(), -evaluationLimits.repetitionDays)}
      and ${withoutPunctuation(sql`e.remark`)} = s.words)`;

/** Why an officer looks at an evaluation first; null: nobody does. Of `s.doubtful` and `s.words`, said before if `repeated`. */
const groundOfReview = (repeated: Sql): Sql => sql`case when s.doubtful then 'wording'
    when length(s.words) >= ${evaluationLimits.shortestRepetition} and ${repeated} then 'repeated' end`;

/** A signed evaluation appears by itself, with its pictures. */
async function releaseSigned(
  engine: Engine,
  tx: Transaction,
  link: EvaluationLink,
  { files, doubtful, ...content }: EvaluationContent,
): Promise<void> {
  const found = await tx.row<{ ground: string | null }>(sql`
    select ${groundOfReview(isRepetition(link))} as ground
    from (select ${doubtful}::boolean as doubtful, ${withoutPunctuation(sql`${content.remark ?? ''}::text`)} as words) s`);
  const { target, enterprise_id, department_id, area_code } = link;
  const set = {
    target,
    enterprise_id: enterprise_id ?? null,
    department_id: department_id ?? null,
    area_code,
    released_on: shanghaiToday(),
    review_ground: found?.ground ?? null,
    ...content,
    files,
  };
  const added = { operation: 'add', input: {}, set, filesOf: { type: 'member', id: 0 }, unread: true } as const;
  await write(engine, evaluation, systemCaller(), added, tx);
  await showUnquestioned(engine, tx, link);
}

async function releaseTogether(
  engine: Engine,
  tx: Transaction,
  link: EvaluationLink,
  all: readonly EvaluationContent[],
): Promise<void> {
  const ground = groundOfReview(sql`(s.nth > 1 or ${isRepetition(link)})`);
  await addRows(
    engine,
    evaluation,
    systemCaller(),
    {
      columns: [
        'id',
        'target',
        'enterprise_id',
        'department_id',
        'area_code',
        'released_on',
        'overall',
        'attitude',
        'reliability',
        'fairness',
        'tags',
        'remark',
        'review_ground',
      ],
      select: sql`
        select nextval(pg_get_serial_sequence('evaluation', 'id')), ${link.target}, ${link.enterprise_id ?? null}::bigint,
          ${link.department_id ?? null}::bigint, ${link.area_code},
          ${shanghaiToday()}::date, s.overall, s.attitude, s.reliability, s.fairness, s.tags, s.remark, g.ground
        from (select r.*, ${withoutPunctuation(sql`coalesce(r.remark, '')`)} as words,
            row_number() over (partition by ${withoutPunctuation(sql`coalesce(r.remark, '')`)}) as nth
          from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as r (overall int, attitude int, reliability int, fairness int,
            tags text[], remark text, doubtful boolean)) s
          cross join lateral (select ${ground} as ground) g
        order by random()`,
      note: together,
    },
    tx,
  );
  await showUnquestioned(engine, tx, link);
}

/** What nobody needs to review is shown at once. */
async function showUnquestioned(engine: Engine, tx: Transaction, link: EvaluationLink): Promise<void> {
  const unquestioned = sql`${subjectOf(link, 't')} and t.status = 'pending' and t.review_ground is null`;
  await moveRows(
    engine,
    evaluation,
    systemCaller(),
    { move: 'show', where: unquestioned, set: { recipient_id: sql`t.enterprise_id` } },
    tx,
  );
}
