import { type Text, text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { sentimentLexiconTerm } from '../contract/sentiment-lexicon-term.ts';
import { priorLabels } from './analysis/score-sentiment-by-lexicon.ts';

const corrected: Text = text('随人工标注修正', 'Corrected by labels of people');

/** Labels by people of posts that contain a word: how many, and their sum (−1, 0, 1). */
const labelsOf = (term: Sql): Sql => sql`(
  select count(*)::int as count, coalesce(sum(case i.label when 'positive' then 1 when 'negative' then -1 else 0 end), 0)::float8 as sum
  from opinion_item i where i.label is not null and i.terms @> array[${term}])`;

/** As {@link learntWeight} computes it; null without labels. */
const learntSql = (entered: Sql, term: Sql): Sql =>
  sql`(select case when l.count > 0 then (${entered} * ${priorLabels}::float8 + l.sum) / (${priorLabels}::float8 + l.count) end from ${labelsOf(term)} l)`;

/** Computes the weights of the words in a post anew after its label changed. Words of degree and negation are left. */
export async function correctLexiconWeightsByItem(engine: Engine, tx: Transaction, item: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('opinion/term'))`);
  await changeRows(
    engine,
    sentimentLexiconTerm,
    systemCaller(),
    {
      where: sql`t.id = any((select terms from opinion_item where id = ${item})::bigint[]) and t.kind in ('sentiment', 'subject', 'sensitive')`,
      set: {
        learnt: learntSql(sql`t.weight`, sql`t.id`),
        labelled: sql`(select l.count from ${labelsOf(sql`t.id`)} l)`,
      },
      note: sql`${corrected['zh-cn']}::text`,
      noteEnglish: sql`${corrected.en}::text`,
    },
    tx,
  );
}

/** Hooks of words: a weight that a person enters is the new beginning for what labels correct. */
export const sentimentLexiconTermWriteHooks: WriteHooks<typeof sentimentLexiconTerm> = {
  edit({ values, before, compute }) {
    if (values.weight === undefined || values.weight === null || values.weight === before.weight) return;
    compute('learnt', learntSql(sql`${values.weight}::float8`, sql`${before.id}::bigint`));
  },
};
