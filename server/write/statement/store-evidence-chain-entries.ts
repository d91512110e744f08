import { createHash } from 'node:crypto';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type ChainEntry, type ChainHead, nextChainEntry } from '#kernel/evidence-chain/hash-chain-entry.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { chainOfRow } from '#kernel/lifecycle/writes-entered-in-evidence-chain.ts';
import type { Hash } from '#kernel/random-draw/hash-bytes-and-hmac.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** SM3 (GB/T 32905). */
export const sm3: Hash = (bytes) => createHash('sm3').update(bytes).digest();

const longestDevice = 300;

type Values = Readonly<Record<string, unknown>>;

/** An event about to be entered in the chain of its row. */
export interface ChainedEvent {
  readonly resource: AnyResource;
  readonly id: number;
  /** Full name of the event. */
  readonly event: string;
  readonly payload: object;
  readonly clientTime?: Date | undefined;
  readonly place?: Values | null;
}

/** The entry of an event behind the head of its chain. */
export const chainEntryOf = (
  { type, id, userAgent }: Caller,
  head: ChainHead | undefined,
  { resource, id: row, event, payload, clientTime, place = null }: ChainedEvent,
): ChainEntry =>
  nextChainEntry(sm3, head, {
    stream: chainOfRow(resource, row),
    event,
    payload,
    actor: id > 0 ? `${type}:${id}` : type,
    device: userAgent.slice(0, longestDevice),
    client_time: clientTime?.toISOString() ?? null,
    server_time: new Date().toISOString(),
    place,
  });

/** What everybody who sees a row may know of values: without personal data, restricted fields and secrets. */
export function valuesWithoutPersonalData(fields: Fields, values: Values): Values {
  const isPublic = (one: AnyField | undefined) => {
    if (!one || one.privacy !== undefined || one.reads !== undefined || isChildList(one)) return false;
    const { secret, sealed, personal } = kindOf(one);
    return !secret && !sealed && personal === undefined;
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => isPublic(fields[name])));
}

/** The title of a row, unless it is personal data. */
export const publicTitle = ({ fields, title }: AnyResource, value: unknown): Values =>
  Object.keys(valuesWithoutPersonalData(fields, { [title]: value })).length > 0 ? { title: value ?? null } : {};

/** The head of a chain as JSON, in the snapshot of its statement; null: it has no entry yet. */
export const chainHead = (stream: Sql): Sql =>
  sql`(select json_build_object('seq', c.seq, 'hash', c.hash) from chain_entry c where c.stream = ${stream} order by c.seq desc limit 1)`;

/** Heads of several chains, by stream. */
export async function readChainHeads(
  db: Queryable,
  streams: readonly string[],
): Promise<ReadonlyMap<string, ChainHead>> {
  // of a list PostgreSQL expects ten streams, and so plans the statement for one stream anew each time
  const named = streams.length === 1 ? sql`(values (${streams[0] ?? ''}::text))` : sql`unnest(${[...streams]}::text[])`;
  const rows = await db.rows<{ stream: string; head: ChainHead | null }>(
    sql`select s.stream, ${chainHead(sql`s.stream`)} as head from ${named} s(stream)`,
  );
  return new Map(rows.flatMap(({ stream, head }) => (head ? [[stream, head] as const] : [])));
}

/**
 * The statement that stores entries, as a part of the one that stores their rows: nothing is entered for a row that was
 * not stored. `history` are its entries of the history, with `row_id`.
 */
export const storeChainEntries = (entries: readonly { readonly row: number; readonly entry: ChainEntry }[]): Sql => {
  const [first] = entries;
  return first && entries.length === 1 ? storeOneEntry(first.row, first.entry) : storeSeveralEntries(entries);
};

const columns = sql`stream, seq, event, payload, payload_hash, previous, actor, device, client_time, server_time, place, hash, history_id`;

/** Most writes are of one row. Its values as parameters spare the database from parsing JSON. */
const storeOneEntry = (row: number, e: ChainEntry): Sql =>
  sql`insert into chain_entry (${columns})
    select ${e.stream}::text, ${e.seq}::bigint, ${e.event}::text, ${e.payload}::text, ${e.payload_hash}::text, ${e.previous}::text, ${e.actor}::text,
      ${e.device}::text, ${e.client_time}::timestamptz, ${e.server_time}::timestamptz, ${e.place}::jsonb, ${e.hash}::text, h.id
    from h where h.row_id = ${row}::bigint`;

const storeSeveralEntries = (entries: readonly { readonly row: number; readonly entry: ChainEntry }[]): Sql =>
  sql`insert into chain_entry (${columns})
    select e.stream, e.seq, e.event, e.payload, e.payload_hash, e.previous, e.actor, e.device, e.client_time, e.server_time, e.place, e.hash, h.id
    from json_to_recordset(${JSON.stringify(entries.map(({ row, entry }) => ({ row_id: row, ...entry })))}::json)
      e(row_id bigint, stream text, seq bigint, event text, payload text, payload_hash text, previous text, actor text, device text,
        client_time timestamptz, server_time timestamptz, place jsonb, hash text)
    join h on h.row_id = e.row_id`;
