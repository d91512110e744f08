import type { ChainEntry } from '#kernel/evidence-chain/hash-chain-entry.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

const iso = (column: string) => sql.raw(`to_char(c.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Columns of an entry `c` as they were hashed. */
const entryColumns = sql`c.stream, c.seq, c.event, c.payload, c.payload_hash, c.previous, c.actor, c.device,
  ${iso('client_time')} as client_time, ${iso('server_time')} as server_time, c.place, c.hash`;

type EntryRow = ChainEntry & Record<string, unknown>;

/** The entries of a chain in their order, as they were hashed. */
export const readEvidenceChain = (db: Queryable, stream: string): Promise<ChainEntry[]> =>
  db.rows<EntryRow>(sql`select ${entryColumns} from chain_entry c where c.stream = ${stream} order by c.seq`);

/** The entries of all chains in the order of stream and number, so many at a time. */
export async function* readAllEvidenceChains(db: Queryable, page: number): AsyncGenerator<readonly ChainEntry[]> {
  let after: { readonly stream: string; readonly seq: number } = { stream: '', seq: 0 };
  for (;;) {
    const entries = await db.rows<EntryRow>(
      sql`select ${entryColumns} from chain_entry c where (c.stream, c.seq) > (${after.stream}, ${after.seq}) order by c.stream, c.seq limit ${page}`,
    );
    if (entries.length > 0) yield entries;
    if (entries.length < page) return;
    after = entries.at(-1) ?? after;
  }
}
