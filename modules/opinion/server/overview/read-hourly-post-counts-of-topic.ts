import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { TopicSpread } from '../../contract/sentiment-quality-and-topic-spread-answer-types.ts';

const hour = 3600;
/** Points of the curve; a topic of 72 hours on both sides of its first post has no more. */
const mostBuckets = 150;

/** The posts of a topic by the hour from the first to the last, and how many there were until then. */
export async function readHourlyPostCountsOfTopic(db: Queryable, topic: number): Promise<TopicSpread> {
  const rows = await db.rows<{ hour: number; n: number; negatives: number }>(sql`
    select floor(extract(epoch from i.publish_at) / ${hour}::int)::bigint as hour, count(*)::int as n,
      count(*) filter (where i.sentiment = 'negative')::int as negatives
    from opinion_item i where i.topic_id = ${topic} group by 1 order by 1 limit ${mostBuckets}`);
  const first = Number(rows[0]?.hour ?? 0);
  const last = Number(rows.at(-1)?.hour ?? -1);
  const byHour = new Map(rows.map((row) => [Number(row.hour), row]));
  const buckets: { n: number; negatives: number; total: number }[] = [];
  for (let at = first; at <= last && buckets.length < mostBuckets; at++) {
    const { n = 0, negatives = 0 } = byHour.get(at) ?? {};
    buckets.push({ n, negatives, total: (buckets.at(-1)?.total ?? 0) + n });
  }
  return { from: first * hour, step: hour, buckets };
}
