import { systemCaller } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { opinionTopic } from '../../contract/opinion-topic-of-similar-posts.ts';
import { TopicClusters, type TopicSeed, topicWindow } from '../analysis/cluster-posts-into-topics-by-simhash.ts';
import { parseStoredSimHash, type SimHash, toStoredSimHash } from '../analysis/simhash-of-text.ts';

/** A post, as far as its topic depends on it. */
export interface ItemOfTopic {
  /** Undefined: its text has nothing to compare, and it belongs to no topic. */
  readonly hash: SimHash | undefined;
  /** Unix seconds. */
  readonly at: number;
  readonly title: string;
  readonly enterprise_id: number | null;
  readonly area_code: string;
}

/** One batch after another until its commit, so that posts that arrive at the same time find each other’s topics. */
export const lockTopics = (tx: Transaction) => tx.query(sql`select pg_advisory_xact_lock(hashtext('opinion/topic'))`);

interface StoredTopic extends TopicSeed {
  readonly id: number;
}

/** Topics near a time span that posts of it can belong to. */
async function readTopicsAround(db: Queryable, from: number, to: number): Promise<TopicClusters<StoredTopic>> {
  const rows = await db.rows<{ id: number; fingerprint: string; at: number }>(sql`
    select id, fingerprint::text, extract(epoch from started_at)::float8 as at from opinion_topic
    where fingerprint is not null and started_at between to_timestamp(${from - topicWindow}::float8) and to_timestamp(${to + topicWindow}::float8)
    order by id`);
  return new TopicClusters(rows.map(({ id, fingerprint, at }) => ({ id, at, hash: parseStoredSimHash(fingerprint) })));
}

/**
 * The topic of each post, in order: one that exists, else a new one that begins with it. Requires {@link lockTopics}.
 */
export async function assignItemsToTopics(
  engine: Engine,
  tx: Transaction,
  items: readonly ItemOfTopic[],
): Promise<(number | undefined)[]> {
  const times = items.map(({ at }) => at);
  const clusters = await readTopicsAround(tx, Math.min(...times), Math.max(...times));
  const drawn = await tx.rows<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('opinion_topic', 'id'))::bigint as id from generate_series(1, ${items.length}::int)`,
  );
  const added: object[] = [];
  // posts in order of time, so that a topic begins with its first
  const order = items.map((_, place) => place).sort((one, other) => (times[one] ?? 0) - (times[other] ?? 0));
  const topics: (number | undefined)[] = items.map(() => undefined);
  for (const place of order) {
    const { hash, at, ...rest } = items[place] as ItemOfTopic;
    if (!hash) continue;
    let topic = clusters.find({ hash, at });
    if (!topic) {
      topic = { id: Number(drawn[added.length]?.id), hash, at };
      clusters.add(topic);
      added.push({ ...rest, id: topic.id, at, fingerprint: toStoredSimHash(hash) });
    }
    topics[place] = topic.id;
  }
  if (added.length > 0)
    await addRows(
      engine,
      opinionTopic,
      systemCaller(),
      {
        columns: ['id', 'title', 'started_at', 'fingerprint', 'enterprise_id', 'area_code'],
        select: sql`
          select r.id, r.title, to_timestamp(r.at), r.fingerprint, r.enterprise_id, r.area_code
          from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as r (id bigint, title text, at float8, fingerprint bigint, enterprise_id bigint, area_code text)`,
      },
      tx,
    );
  return topics;
}
