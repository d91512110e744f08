import { setImmediate } from 'node:timers/promises';
import { type ChainEntry, type ChainHead, noPreviousHash } from '#kernel/evidence-chain/hash-chain-entry.ts';
import type { EvidencePublicKeys } from '#kernel/evidence-chain/public-keys-and-signatures-of-merkle-roots.ts';
import {
  type DailyRoot,
  type HourlyRoot,
  hashOfRoot,
  merkleRootOfStreamHeads,
  type SignedRoot,
  signedTextOfRoot,
} from '#kernel/evidence-chain/signed-hourly-and-daily-merkle-root.ts';
import { type ChainCheck, createChainCheck } from '#kernel/evidence-chain/verify-chain.ts';
import type { EvidenceFinding } from '#kernel/evidence-chain/verify-evidence-export.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { readAllEvidenceChains } from '#server/history/read-evidence-chain.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';
import { nodeEvidenceCrypto } from '../key/evidence-hash-and-signature-verification-in-node.ts';
import { readPublicKeys } from '../key/evidence-signing-keys.ts';
import {
  readDailyEvidenceRoots,
  readHourlyEvidenceRootsAfter,
  readStreamHeadsOfRoot,
} from '../root/read-hourly-and-daily-evidence-roots.ts';

/** Entries read and checked at a time. They take some 30 ms, and other calls are answered between them. */
const page = 2000;
/** Maximum number of findings in a report. */
export const maxFindings = 100;

export interface EvidenceChainsReport {
  readonly entries: number;
  readonly streams: number;
  readonly roots: number;
  readonly days: number;
  readonly findings: readonly EvidenceFinding[];
}

interface CheckOptions {
  readonly signal?: AbortSignal;
  /** Called after every page with the number of entries so far. */
  readonly onEntries?: (entries: number) => void;
}

/**
 * Checks all evidence of the database: the chains against the roots, hourly and daily roots against each other, and
 * their signatures. Needs the memory of one page and one root.
 */
export async function checkAllEvidenceChains(
  db: Queryable,
  { signal, onEntries }: CheckOptions = {},
): Promise<EvidenceChainsReport> {
  const findings: EvidenceFinding[] = [];
  const found = (one: EvidenceFinding) => {
    if (findings.length < maxFindings) findings.push(one);
  };
  const { entries, streams } = await checkEntries(db, found, {
    ...(signal && { signal }),
    ...(onEntries && { onEntries }),
  });
  await findRemovedStreams(db, found);
  const { roots, days } = await checkStatements(db, found);
  return { entries, streams, roots, days, findings };
}

type Found = (finding: EvidenceFinding) => void;

async function checkEntries(db: Queryable, found: Found, { signal, onEntries }: CheckOptions) {
  let [entries, streams, stream] = [0, 0, ''];
  let check: ChainCheck | undefined;
  const end = () => {
    const verdict = check?.verdict();
    if (verdict?.state === 'broken') found({ kind: 'entry', stream, seq: verdict.seq, why: verdict.why });
    if (verdict?.state === 'short') found({ kind: 'missing_at_end', stream, from: verdict.from, to: verdict.to });
  };
  for await (const chain of readAllEvidenceChains(db, page)) {
    signal?.throwIfAborted();
    const heads = await readHeadsOf(db, chain);
    for (const entry of chain) {
      if (entry.stream !== stream) {
        end();
        streams++;
        stream = entry.stream;
        check = createChainCheck(sm3, heads.get(stream) ?? []);
      }
      check?.take(entry);
    }
    entries += chain.length;
    onEntries?.(entries);
    await setImmediate();
  }
  end();
  return { entries, streams };
}

/** The heads that roots contain of the streams of a page. */
async function readHeadsOf(db: Queryable, page: readonly ChainEntry[]) {
  const streams = [...new Set(page.map(({ stream }) => stream))];
  const rows = await db.rows<{ stream: string; seq: number; hash: string }>(
    sql`select h.stream, h.seq, h.hash from chain_root_head h where h.stream = any(${streams}::text[])`,
  );
  const heads = new Map<string, ChainHead[]>();
  for (const { stream, seq, hash } of rows) heads.set(stream, [...(heads.get(stream) ?? []), { seq, hash }]);
  return heads;
}

/** Finds streams that a root contains and that have no entries at all. */
async function findRemovedStreams(db: Queryable, found: Found): Promise<void> {
  const rows = await db.rows<{ stream: string; to: number }>(sql`
    select h.stream, max(h.seq) as to from chain_root_head h
    where not exists (select from chain_entry c where c.stream = h.stream) group by 1 order by 1 limit ${maxFindings}`);
  for (const { stream, to } of rows) found({ kind: 'missing_at_end', stream, from: 1, to });
}

/**
 * Checks hourly and daily roots: their numbers have no gaps, each has the hash of the previous one, and trees and
 * signatures are right.
 */
async function checkStatements(db: Queryable, found: Found) {
  const keys = new Map((await readPublicKeys(db)).map((key) => [key.kid, key]));
  const hashes = new Map<number, string>();
  let [roots, last, previous] = [0, 0, noPreviousHash];
  for (;;) {
    const some = await readHourlyEvidenceRootsAfter(db, last);
    for (const { number, root } of some) {
      const { content } = root;
      if (number !== last + 1) found({ kind: 'root', root: last + 1, why: 'missing' });
      else if (content.previous !== previous || content.number !== number)
        found({ kind: 'root', root: number, why: 'previous' });
      if (merkleRootOfStreamHeads(sm3, await readStreamHeadsOfRoot(db, number)) !== content.tree)
        found({ kind: 'root', root: number, why: 'proof' });
      await checkSignature(root, number, keys, found);
      previous = hashOfRoot(sm3, content);
      hashes.set(number, previous);
      last = number;
      roots++;
      await setImmediate();
    }
    if (some.length === 0) break;
  }
  return { roots, days: await checkDays(db, hashes, keys, found) };
}

async function checkDays(
  db: Queryable,
  hashes: ReadonlyMap<number, string>,
  keys: ReadonlyMap<string, EvidencePublicKeys>,
  found: Found,
): Promise<number> {
  const days = await readDailyEvidenceRoots(db, sql`true`);
  let previous = noPreviousHash;
  for (const one of days) {
    const { day, roots, previous: named } = one.content;
    if (named !== previous) found({ kind: 'day', day, why: 'previous' });
    if (roots.some(({ number, hash }) => hashes.get(number) !== hash)) found({ kind: 'day', day, why: 'root' });
    await checkSignature(one, day, keys, found);
    previous = hashOfRoot(sm3, one.content);
  }
  return days.length;
}

async function checkSignature(
  { content, signatures }: SignedRoot<HourlyRoot | DailyRoot>,
  of: number | string,
  keys: ReadonlyMap<string, EvidencePublicKeys>,
  found: Found,
): Promise<void> {
  if (content.key === null || !signatures) return;
  const key = keys.get(content.key);
  if (!key) return found({ kind: 'unknown_key', key: content.key });
  for (const algorithm of ['ed25519', 'sm2'] as const)
    if (
      (await nodeEvidenceCrypto.verify(algorithm, key[algorithm], signedTextOfRoot(content), signatures[algorithm])) !==
      true
    )
      found({ kind: 'signature', of, algorithm });
}
