import {
  type EvidenceExport,
  evidenceExportFormat,
  type StreamHeadProof,
} from '#kernel/evidence-chain/evidence-export-format.ts';
import { merkleProof } from '#kernel/evidence-chain/merkle-proof.ts';
import { leafOfStreamHead } from '#kernel/evidence-chain/signed-hourly-and-daily-merkle-root.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { readEvidenceChain } from '#server/history/read-evidence-chain.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';
import { readPublicKeys } from '../key/evidence-signing-keys.ts';
import {
  readDailyEvidenceRoots,
  readHourlyEvidenceRoots,
  readStreamHeadsOfRoot,
} from '../root/read-hourly-and-daily-evidence-roots.ts';

/** Reads everything of an export but the files. */
export async function collectChainEntriesAndMerkleProofs(
  db: Queryable,
  { stream, title, platform }: { readonly stream: string; readonly title: string; readonly platform: string },
): Promise<Omit<EvidenceExport, 'files'>> {
  const entries = await readEvidenceChain(db, stream);
  const proofs = await proveHeads(db, stream);
  const roots = await readHourlyEvidenceRoots(db, sql`r.number = any(${await rootsToExport(db, proofs)}::bigint[])`);
  const numbers = roots.map(({ content }) => content.number);
  const days = await readDailyEvidenceRoots(
    db,
    sql`d.day in (select (r.until_at at time zone 'Asia/Shanghai')::date from chain_root r where r.number = any(${numbers}::bigint[]))`,
  );
  const named = new Set([...roots, ...days].map(({ content }) => content.key));
  const keys = await readPublicKeys(db);
  return {
    format: evidenceExportFormat,
    exported_at: new Date().toISOString(),
    platform,
    subject: { stream, title },
    streams: { [stream]: entries },
    roots,
    proofs,
    days,
    keys: keys.filter(({ kid }) => named.has(kid)),
  };
}

/** The proofs of all heads of a chain that roots contain. */
async function proveHeads(db: Queryable, stream: string): Promise<StreamHeadProof[]> {
  const covering = await db.rows<{ root: number; leaf: number; seq: number; hash: string }>(
    sql`select h.root, h.leaf, h.seq, h.hash from chain_root_head h where h.stream = ${stream} order by h.root`,
  );
  const proofs: StreamHeadProof[] = [];
  for (const { root, leaf, seq, hash } of covering) {
    const heads = await readStreamHeadsOfRoot(db, root);
    proofs.push({ root, stream, seq, hash, path: merkleProof(sm3, heads.map(leafOfStreamHead), leaf).path });
  }
  return proofs;
}

/** The roots of the proofs and, after an unsigned one, those up to the next signed one. */
async function rootsToExport(db: Queryable, proofs: readonly StreamHeadProof[]): Promise<number[]> {
  const rows = await db.rows<{ number: number }>(sql`
    select distinct n.number from unnest(${proofs.map(({ root }) => root)}::bigint[]) p (root)
    join chain_root n on n.number >= p.root and n.number <= coalesce(
      (select min(s.number) from chain_root s where s.number >= p.root and s.state = 'signed'), p.root)`);
  return rows.map(({ number }) => number);
}
