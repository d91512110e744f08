import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** The idempotency key of a call. */
export interface CallKey {
  readonly key: string;
  /** Hash of the request; empty while a file is still arriving. */
  request: string;
}

/** Sources of the answer: the stored row, its history entry, the keys of its recycle copies. */
export interface StoredSources {
  /** `id`, and `shown` (the row as the caller may see it) if the write presents it. */
  readonly row: Sql;
  readonly history: Sql;
  /** Array of keys as JSON. */
  readonly recycled: Sql;
}

/** A key with the answer to store under it, by the statement that stores a row. */
export interface KeyedAnswer extends CallKey {
  readonly message: string;
  /** `data` of the answer, an expression of type json. */
  readonly data: (from: StoredSources) => Sql;
}

/**
 * The statement that claims the idempotency key and stores the response, in one insert. A repeated call, here or in
 * another process, waits at the unique index until the first one is committed. Then it fails ({@link isKeyConflict})
 * and is rolled back.
 */
export function claimKeyStatement({ key, request, message, data }: KeyedAnswer, from: StoredSources): Sql {
  return sql`insert into idempotency (key, request, answer)
    select ${key}, ${request}, json_build_object('data', ${data(from)}, 'message', ${message}::text)
    from ${from.row}, ${from.history} returning answer -> 'data' as data`;
}

/** Stores an answer that is not derived from a row, in the transaction of its writes. */
export async function storeKeyedAnswer(
  tx: Queryable,
  { key, request }: CallKey,
  answer: { readonly data: string; readonly message: string },
): Promise<void> {
  await tx.query(sql`insert into idempotency (key, request, answer)
    values (${key}, ${request}, json_build_object('data', ${answer.data}::json, 'message', ${answer.message}::text))`);
}

/** The key belongs to an earlier call, whose answer applies. */
export class KeyConflict extends Error {}

/** Whether a call failed because its key is in use. */
export function isKeyConflict(error: unknown): boolean {
  if (error instanceof KeyConflict) return true;
  const { code, table } = error as { code?: string; table?: string };
  return code === '23505' && table === 'idempotency';
}

/**
 * The key of one row of a call for many rows. Headers cannot contain line breaks, so it cannot equal a client's key.
 */
export const keyOfRowInBatch = ({ key, request }: CallKey, place: number): CallKey => ({
  key: `${key}\n${place}`,
  request,
});
