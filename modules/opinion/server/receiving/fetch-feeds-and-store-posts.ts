import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import { fetchLimited } from '#server/outgoing/fetch-with-size-and-address-limits.ts';
import { OutgoingError } from '#server/outgoing/outgoing-request-error.ts';
import type { FetchOutcome } from '../../contract/opinion-source-item-and-lexicon-options.ts';
import { parseFeedInWorkerThread } from './parse-feed-in-worker-thread.ts';
import {
  type OnItemsStored,
  type ReceivedBatch,
  type ReceivingSource,
  storeReceivedPosts,
} from './store-received-posts.ts';

/** The task that reads the feed of a source. */
export const fetchFeedTask = 'fetch_opinion_feed';

/** Bytes of a feed, and milliseconds until its last byte. Feeds have some hundred kilobytes. */
const feedLimits = { maxBytes: 5 * 2 ** 20, timeout: 20_000 } as const;
/** Posts stored in one transaction. */
const batch = 500;

/** Queues the feeds whose interval has passed. */
export async function queueFetchOfDueFeeds({ db }: Engine): Promise<number> {
  const due = await db.rows<{ id: number }>(sql`
    select id from opinion_source where open and adapter = 'rss' and address is not null
      and (fetched_at is null or fetched_at <= now() - make_interval(mins => greatest(every, 5))) order by fetched_at nulls first`);
  for (const { id } of due)
    await addTask(db, fetchFeedTask, { source: id }, { key: `${fetchFeedTask}:${id}`, maxAttempts: 1 });
  return due.length;
}

interface FeedSource extends ReceivingSource {
  readonly [column: string]: unknown;
  readonly address: string;
}

export interface FetchedFeed extends Partial<ReceivedBatch> {
  readonly outcome: FetchOutcome;
}

/**
 * Reads the feed of a source and stores its posts. Whatever the other side answers ends in an outcome, which the source
 * shows. Undefined: the source is closed or has no feed.
 */
export async function fetchFeed(
  engine: Engine,
  source: number,
  onStored?: OnItemsStored,
): Promise<FetchedFeed | undefined> {
  const row = await engine.db.row<FeedSource>(sql`
    select id, platform, area_code, address from opinion_source where id = ${source} and open and adapter = 'rss' and address is not null`);
  if (!row) return undefined;
  const fetched = await readAndStore(engine, row, onStored);
  // what the other side answered is not an edit of the source
  await engine.db.query(
    sql`update opinion_source set fetched_at = now(), outcome = ${fetched.outcome}::text where id = ${source}`,
  );
  return fetched;
}

async function readAndStore(
  engine: Engine,
  row: FeedSource,
  onStored: OnItemsStored | undefined,
): Promise<FetchedFeed> {
  const feed = await download(engine, row.address);
  if (typeof feed === 'string') return { outcome: feed };
  const items = await parseFeedInWorkerThread(feed);
  if (typeof items === 'string') return { outcome: items };
  const counts = { stored: 0, repeated: 0, refused: 0 };
  for (let from = 0; from < items.length; from += batch) {
    const { stored, repeated, refused } = await storeReceivedPosts(
      engine,
      row,
      items.slice(from, from + batch),
      onStored,
    );
    counts.stored += stored;
    counts.repeated += repeated;
    counts.refused += refused;
  }
  return { outcome: 'ok', ...counts };
}

async function download(
  engine: Engine,
  address: string,
): Promise<{ bytes: Uint8Array; contentType: string } | FetchOutcome> {
  const accept = { accept: 'application/rss+xml, application/atom+xml, application/xml, text/xml' };
  try {
    const answer = await fetchLimited(engine, address, { ...feedLimits, headers: accept });
    if (!answer.ok) return 'refused';
    return { bytes: new Uint8Array(await answer.arrayBuffer()), contentType: answer.headers.get('content-type') ?? '' };
  } catch (error) {
    if (error instanceof OutgoingError) return error.reason;
    throw error;
  }
}
