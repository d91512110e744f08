import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { opinionItem } from '../../contract/opinion-post.ts';
import type { RejectionReason } from '../../contract/opinion-source-item-and-lexicon-options.ts';
import { rejectedIncomingItem } from '../../contract/rejected-incoming-post.ts';
import {
  analyseOpinionItems,
  type ItemAnalysis,
  readAnalysisBasis,
} from '../analysis/detect-language-sentiment-and-subjects-of-posts.ts';
import { assignItemsToTopics, lockTopics } from './assign-new-posts-to-topics.ts';
import {
  type AcceptedItem,
  type IncomingItem,
  validateAndMaskIncomingPost,
} from './validate-and-mask-incoming-post.ts';

/** The source of a batch. */
export interface ReceivingSource {
  readonly id: number;
  readonly platform: string;
  readonly area_code: string;
}

/** What became of a row. */
export type ReceivedRow =
  | { readonly result: 'stored' | 'repeated' }
  | { readonly result: 'refused'; readonly reason: RejectionReason };

export interface ReceivedBatch {
  readonly stored: number;
  /** Posts that had been received before; their counts of reads, comments and shares are updated. */
  readonly repeated: number;
  readonly refused: number;
  /** In the order of the batch. */
  readonly rows: readonly ReceivedRow[];
}

/** Called in the transaction that stores posts, with the topics they belong to. */
export type OnItemsStored = (engine: Engine, tx: Transaction, topics: readonly number[]) => Promise<void>;

/**
 * Stores posts of a source: checked, matched with enterprises and divisions, scored and joined to topics. A post is
 * recognised by its address, so a batch can be sent again. Rows that cannot be stored are listed with their reason.
 */
export async function storeReceivedPosts(
  engine: Engine,
  source: ReceivingSource,
  incoming: readonly IncomingItem[],
  onStored?: OnItemsStored,
  now = Date.now(),
): Promise<ReceivedBatch> {
  const rows: ReceivedRow[] = [];
  const accepted: { readonly place: number; readonly item: AcceptedItem }[] = [];
  for (const [place, sent] of incoming.entries()) {
    const item = validateAndMaskIncomingPost(sent, now);
    if (typeof item === 'string') rows.push({ result: 'refused', reason: item });
    else {
      rows.push({ result: 'repeated' });
      accepted.push({ place, item });
    }
  }
  const basis = await readAnalysisBasis(engine, engine.db);
  const analyses = await analyseOpinionItems(
    basis,
    source.area_code,
    accepted.map(({ item }) => item),
  );
  await engine.db.transaction(async (tx) => {
    await lockTopics(tx);
    const hashes = accepted.map(({ item }) => item.url_hash);
    const present = await tx.rows<{ url_hash: string }>(
      sql`select url_hash from opinion_item where url_hash = any(${hashes}::text[])`,
    );
    const seen = new Set(present.map(({ url_hash }) => url_hash));
    const fresh: AnalysedItem[] = [];
    const repeated: AcceptedItem[] = [];
    for (const [at, { place, item }] of accepted.entries()) {
      if (seen.has(item.url_hash)) repeated.push(item);
      else {
        fresh.push({ item, found: analyses[at] as ItemAnalysis });
        rows[place] = { result: 'stored' };
      }
      seen.add(item.url_hash);
    }
    const topics = fresh.length > 0 ? await storeItems(engine, tx, source, fresh) : [];
    if (repeated.length > 0) await updateCounts(engine, tx, repeated);
    await storeRejections(engine, tx, source, incoming, rows);
    if (topics.length > 0) await onStored?.(engine, tx, topics);
  });
  const count = (result: ReceivedRow['result']) => rows.filter((row) => row.result === result).length;
  return { stored: count('stored'), repeated: count('repeated'), refused: count('refused'), rows };
}

interface AnalysedItem {
  readonly item: AcceptedItem;
  readonly found: ItemAnalysis;
}

const itemColumns = [
  'id',
  'source_id',
  'url',
  'url_hash',
  'title',
  'content',
  'author',
  'author_fans',
  'publish_at',
  'platform',
  'language',
  'enterprise_id',
  'mentions',
  'area_code',
  'topic_id',
  'sentiment',
  'score',
  'predicted',
  'terms',
  'sensitive',
  'reads',
  'comments',
  'shares',
];

/** Stores new posts with their topics. Returns the keys of the topics. */
async function storeItems(
  engine: Engine,
  tx: Transaction,
  source: ReceivingSource,
  fresh: readonly AnalysedItem[],
): Promise<number[]> {
  const topics = await assignItemsToTopics(
    engine,
    tx,
    fresh.map(({ item, found }) => ({
      hash: found.hash,
      at: item.at / 1000,
      title: item.title,
      enterprise_id: found.mentions[0] ?? null,
      area_code: found.area ?? source.area_code,
    })),
  );
  const values = fresh.map(({ item, found }, at) => ({
    ...item,
    at: new Date(item.at).toISOString(),
    author: item.author === '' ? null : item.author,
    language: found.language,
    enterprise_id: found.mentions[0] ?? null,
    mentions: found.mentions,
    area_code: found.area ?? source.area_code,
    topic_id: topics[at] ?? null,
    sentiment: found.predicted,
    score: found.score,
    terms: found.terms,
    sensitive: found.sensitive,
  }));
  await addRows(
    engine,
    opinionItem,
    systemCaller(),
    {
      columns: itemColumns,
      select: sql`
        select nextval(pg_get_serial_sequence('opinion_item', 'id')), ${source.id}::bigint, r.url, r.url_hash, r.title, r.content, r.author,
          r.author_fans, r.at, ${source.platform}::text, r.language, r.enterprise_id, r.mentions, r.area_code, r.topic_id, r.sentiment, r.score, r.sentiment,
          r.terms, r.sensitive, r.reads, r.comments, r.shares
        from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r (url text, url_hash text, title text, content text, author text,
          author_fans int, at timestamptz, language text, enterprise_id bigint, mentions bigint[], area_code text, topic_id bigint, sentiment text,
          score float8, terms bigint[], sensitive boolean, reads int, comments int, shares int)`,
    },
    tx,
  );
  return [...new Set(topics.filter((one) => one !== undefined))];
}

/** Posts spread: what a source sends again replaces the counts. */
async function updateCounts(engine: Engine, tx: Transaction, items: readonly AcceptedItem[]): Promise<void> {
  const counts = items.filter(({ reads, comments, shares }) => reads !== null || comments !== null || shares !== null);
  if (counts.length === 0) return;
  const byHash = JSON.stringify(
    Object.fromEntries(counts.map(({ url_hash, reads, comments, shares }) => [url_hash, { reads, comments, shares }])),
  );
  const sent = (name: 'reads' | 'comments' | 'shares') =>
    sql`coalesce((${byHash}::jsonb -> t.url_hash ->> ${name})::int, t.${sql.id(name)})`;
  await changeRows(
    engine,
    opinionItem,
    systemCaller(),
    {
      where: sql`t.url_hash = any(${counts.map(({ url_hash }) => url_hash)}::text[])`,
      set: { reads: sent('reads'), comments: sent('comments'), shares: sent('shares') },
    },
    tx,
  );
}

async function storeRejections(
  engine: Engine,
  tx: Transaction,
  source: ReceivingSource,
  incoming: readonly IncomingItem[],
  rows: readonly ReceivedRow[],
): Promise<void> {
  const printable = (content: string, most: number) => content.replace(/[^\P{C}\n]/gu, '').slice(0, most);
  const refused = rows.flatMap((row, place) => {
    const sent = incoming[place];
    if (row.result !== 'refused' || !sent) return [];
    const title = printable(sent.title, 200) || printable(sent.content, 60) || printable(sent.url, 200) || '—';
    return [{ reason: row.reason, title, link: printable(sent.url, 2000), published: printable(sent.published, 60) }];
  });
  if (refused.length === 0) return;
  await addRows(
    engine,
    rejectedIncomingItem,
    systemCaller(),
    {
      columns: ['id', 'source_id', 'reason', 'title', 'link', 'published'],
      select: sql`
        select nextval(pg_get_serial_sequence('opinion_rejection', 'id')), ${source.id}::bigint, r.reason, r.title, nullif(r.link, ''), nullif(r.published, '')
        from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as r (reason text, title text, link text, published text)`,
    },
    tx,
  );
}
