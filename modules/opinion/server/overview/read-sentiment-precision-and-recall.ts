import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { opinionLimits } from '../../contract/opinion-source-item-and-lexicon-options.ts';
import type { SentimentPrecisionAndRecall } from '../../contract/sentiment-quality-and-topic-spread-answer-types.ts';

const classes = ['positive', 'neutral', 'negative'] as const;

/**
 * Precision and recall over the posts labelled last. The judgement of the lexicon is that of their arrival, before
 * anybody labelled them, so that nothing is judged by what it learnt from.
 */
export async function readSentimentPrecisionAndRecall(
  db: Queryable,
  visible: Sql,
): Promise<SentimentPrecisionAndRecall> {
  const rows = await db.rows<{ label: string; predicted: string; n: number }>(sql`
    select l.label, l.predicted, count(*)::int as n from (
      select t.label, t.predicted from opinion_item t where t.label is not null and ${visible}
      order by t.labelled_at desc limit ${opinionLimits.judged}) l group by 1, 2`);
  const count = (has: (row: (typeof rows)[number]) => boolean) =>
    rows.reduce((sum, row) => sum + (has(row) ? row.n : 0), 0);
  const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 1000);
  const labelled = count(() => true);
  return {
    labelled,
    accuracy:
      share(
        count((row) => row.label === row.predicted),
        labelled,
      ) ?? 0,
    classes: classes.map((sentiment) => {
      const right = count((row) => row.label === sentiment && row.predicted === sentiment);
      const [given, judged] = [count((row) => row.label === sentiment), count((row) => row.predicted === sentiment)];
      return {
        sentiment,
        labelled: given,
        predicted: judged,
        right,
        precision: share(right, judged),
        recall: share(right, given),
      };
    }),
  };
}
