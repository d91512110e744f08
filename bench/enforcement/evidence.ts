import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type ChainEntry, nextChainEntry } from '#kernel/evidence-chain/hash-chain-entry.ts';
import { checkAllEvidenceChains } from '#modules/evidence/server/check/check-all-evidence-chains-roots-and-signatures.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { openDatabase, type Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { sm3, storeChainEntries } from '#server/write/statement/store-evidence-chain-entries.ts';
import type { Finding } from '../support/report.ts';

/** Writers at once, each on rows of its own, and what each writes. */
const writers = 16;
const writes = 300;
/** Entries that are verified, in streams of this length. */
const entries = 1_000_000;
const streamLength = 20;

const made = (stream: string, last: ChainEntry | undefined): ChainEntry =>
  nextChainEntry(sm3, last, {
    stream,
    event: 'bench/row.moved',
    payload: { title: '昆明某旅行社', version: (last?.seq ?? 0) + 1, move: 'suspend', from: 'active', to: 'suspended' },
    actor: 'admin:1',
    device: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
    client_time: null,
    server_time: new Date().toISOString(),
    place: null,
  });

/** A row of the history, without or with its entry in the chain: the same statement but for that part. */
const history = sql`h as (insert into history (resource, row_id, action, actor_type, actor_name) values ('bench/row', 0, 'edit', 'system', 'bench') returning id, row_id)`;
// prepared, as the product prepares what it stores
const bare = (db: Queryable) => db.query(namePreparedStatement(sql`with ${history} select id from h`));
const chained = (db: Queryable, entry: ChainEntry) =>
  db.query(
    namePreparedStatement(sql`with ${history}, c as (${storeChainEntries([{ row: 0, entry }])}) select id from h`),
  );

async function rateOf(one: (writer: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let n = 0; n < writes; n++) await one(writer);
    }),
  );
  return (writers * writes * 1000) / (performance.now() - started);
}

/**
 * Sealed appends of sixteen writers against the same inserts without the chain (target: at least half as fast), and the check
 * of a million entries (target: a minute, in the same memory).
 */
export async function measureEvidence(url: string): Promise<Finding> {
  const db = await openDatabase({ url, max: writers });
  try {
    const mark = randomBytes(4).toString('hex');
    const last = new Map<number, ChainEntry>();
    const append = (writer: number) => {
      const entry = made(`bench/row:${mark}${writer}`, last.get(writer));
      last.set(writer, entry);
      return chained(db, entry);
    };
    const rates: { bare: number; chained: number }[] = [];
    for (let turn = 0; turn < 5; turn++)
      rates.push({ bare: await rateOf(() => bare(db)), chained: await rateOf(append) });
    const best = (name: 'bare' | 'chained') => Math.max(...rates.map((one) => one[name]));
    const share = best('chained') / best('bare');
    await fill(db, mark);
    const before = process.memoryUsage().rss;
    let most = before;
    const started = performance.now();
    const { entries: checked, findings } = await checkAllEvidenceChains(db, {
      onEntries: () => {
        most = Math.max(most, process.memoryUsage().rss);
      },
    });
    const seconds = (performance.now() - started) / 1000;
    const grown = (most - before) / 2 ** 20;
    return {
      name: 'evidence',
      title: 'evidence chain',
      seen:
        `${best('chained').toFixed(0)} sealed appends a second by ${writers} writers, ${share.toFixed(2)} × bare inserts; ` +
        `${checked} entries verified in ${seconds.toFixed(1)} s, ${grown.toFixed(0)} MB more at most, ${findings.length} findings ` +
        `(${availableParallelism()} cores)`,
      met: share >= 0.5 && seconds <= 60,
      values: { share, verifySeconds: seconds, grownMegabytes: grown },
    };
  } finally {
    await db.close();
  }
}

/** Entries in streams of some length, stored a few thousand at a time. */
async function fill(db: Queryable, mark: string): Promise<void> {
  for (let at = 0; at < entries; at += 5000) {
    const some: ChainEntry[] = [];
    for (let n = 0; n < 5000; n += streamLength) {
      const stream = `bench/row:${mark}:${at + n}`;
      let last: ChainEntry | undefined;
      for (let seq = 0; seq < streamLength; seq++) {
        last = made(stream, last);
        some.push(last);
      }
    }
    await db.query(sql`
      insert into chain_entry (stream, seq, event, payload, payload_hash, previous, actor, device, client_time, server_time, place, hash, history_id)
      select e.stream, e.seq, e.event, e.payload, e.payload_hash, e.previous, e.actor, e.device, e.client_time, e.server_time, e.place, e.hash, 0
      from json_to_recordset(${JSON.stringify(some)}::json) e(stream text, seq bigint, event text, payload text, payload_hash text, previous text,
        actor text, device text, client_time timestamptz, server_time timestamptz, place jsonb, hash text)`);
  }
}
