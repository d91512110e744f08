import type { ChainEntry } from '#kernel/chain/chain-entry.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

const iso = (column: string) => sql.raw(`to_char(c.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** The entries of a chain in their order, as they were hashed. */
export const readChain = (db: Queryable, stream: string): Promise<ChainEntry[]> =>
  db.rows<ChainEntry & Record<string, unknown>>(
    sql`select c.stream, c.seq, c.event, c.payload, c.payload_hash, c.previous, c.actor, c.device,
        ${iso('client_time')} as client_time, ${iso('server_time')} as server_time, c.place, c.hash
      from chain_entry c where c.stream = ${stream} order by c.seq`,
  );
