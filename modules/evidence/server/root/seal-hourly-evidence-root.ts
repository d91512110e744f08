import { noPreviousHash } from '#kernel/evidence-chain/hash-chain-entry.ts';
import {
  type HourlyRoot,
  hashOfRoot,
  merkleRootOfStreamHeads,
  type StreamHead,
  signedTextOfRoot,
} from '#kernel/evidence-chain/signed-hourly-and-daily-merkle-root.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';
import { readSigningState } from '../key/evidence-signing-keys.ts';

/** Each root continues the previous one, so that processes create roots one after another. */
const lock = sql`select pg_advisory_xact_lock(hashtext('evidence root'))`;

/**
 * Hours before the last root in which entries are looked for: an entry has the time at which it was made, and its
 * transaction may be committed later.
 */
const lookBack = 24;

interface LastRoot extends Record<string, unknown> {
  readonly number: number;
  readonly hash: string;
  readonly until: string;
}

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/**
 * Creates the next root over the heads of all chains that grew since the last one. It does so even if none grew, so
 * that a gap in time shows that no roots were created. Without the key the root is not signed; the next signed one
 * contains its hash.
 */
export const sealHourlyEvidenceRoot = ({ db, seal }: Pick<Engine, 'db' | 'seal'>): Promise<HourlyRoot> =>
  db.transaction(async (tx) => {
    await tx.query(lock);
    const signing = await readSigningState({ db: tx, seal });
    const key = signing.state === 'ready' ? signing.key : undefined;
    const last = await tx.row<LastRoot>(
      sql`select r.number, r.hash, ${iso('r.until_at')} as until from chain_root r order by r.number desc limit 1`,
    );
    const { now, heads } = await readGrown(tx, last);
    const content: HourlyRoot = {
      format: 'xingjian-root/1',
      number: (last?.number ?? 0) + 1,
      previous: last?.hash ?? noPreviousHash,
      from: last?.until ?? now,
      until: now,
      count: heads.length,
      tree: merkleRootOfStreamHeads(sm3, heads),
      key: key?.kid ?? null,
    };
    const written = signedTextOfRoot(content);
    const signatures = await key?.sign(written);
    const { number } = content;
    await tx.query(sql`
      insert into chain_root (number, from_at, until_at, heads, tree, hash, kid, state, content, signatures)
      values (${number}, ${content.from}::timestamptz, ${content.until}::timestamptz, ${content.count}, ${content.tree},
        ${hashOfRoot(sm3, content)}, ${content.key}, ${signatures ? 'signed' : 'unsigned'}, ${written}, ${signatures ? JSON.stringify(signatures) : null}::jsonb)`);
    await tx.query(sql`
      insert into chain_root_head (root, leaf, stream, seq, hash)
      select ${number}, n - 1, stream, seq, hash
      from unnest(${heads.map(({ stream }) => stream)}::text[], ${heads.map(({ seq }) => seq)}::bigint[], ${heads.map(({ hash }) => hash)}::text[])
        with ordinality as h (stream, seq, hash, n)`);
    return content;
  });

/** The heads of the chains that grew, and the time of the snapshot. */
async function readGrown(tx: Transaction, last: LastRoot | undefined) {
  const since = last
    ? sql`c.server_time > ${last.until}::timestamptz - make_interval(hours => ${lookBack})`
    : sql`true`;
  const found = await tx.row<{ now: string; heads: StreamHead[] | null }>(sql`
    select ${iso('statement_timestamp()')} as now, (
      select json_agg(json_build_object('stream', c.stream, 'seq', c.seq, 'hash', c.hash) order by c.stream collate "C")
      from chain_entry c
      where ${since} and not exists (select from chain_entry n where n.stream = c.stream and n.seq = c.seq + 1)
        and not exists (select from chain_root_head h where h.stream = c.stream and h.seq >= c.seq)) as heads`);
  return { now: found?.now ?? new Date().toISOString(), heads: found?.heads ?? [] };
}
