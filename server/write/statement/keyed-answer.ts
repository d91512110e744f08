import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** The key of a call, under which its answer is kept with what it wrote. */
export interface CallKey {
  readonly key: string;
  /** Hash of what was asked; empty while a file is still coming in. */
  request: string;
}

/** Where the answer of a write is made from: the stored row, its history entry, the keys of its recycle copies. */
export interface StoredSources {
  /** `id`, and `shown` (the row as the caller may see it) where the write presents it. */
  readonly row: Sql;
  readonly history: Sql;
  /** An array of keys as JSON. */
  readonly recycled: Sql;
}

/** A key to be kept by the statement that stores a row, and the answer to be kept under it. */
export interface KeyedAnswer extends CallKey {
  readonly message: string;
  /** `data` of the answer, an expression of type json. */
  readonly data: (from: StoredSources) => Sql;
}

/**
 * Claims the key and keeps the answer in one insert: a repeat, here or in another process, waits at the unique index
 * until the first is committed and then fails with {@link isKeyConflict}; whatever it did is undone with it.
 */
export function claimKeyStatement({ key, request, message, data }: KeyedAnswer, from: StoredSources): Sql {
  return sql`insert into idempotency (key, request, answer)
    select ${key}, ${request}, json_build_object('data', ${data(from)}, 'message', ${message}::text)
    from ${from.row}, ${from.history} returning answer -> 'data' as data`;
}

/** The same for what is told otherwise than by a row: said to the transaction that makes the answer true. */
export async function storeKeyedAnswer(
  tx: Queryable,
  { key, request }: CallKey,
  answer: { readonly data: string; readonly message: string },
): Promise<void> {
  await tx.query(sql`insert into idempotency (key, request, answer)
    values (${key}, ${request}, json_build_object('data', ${answer.data}::json, 'message', ${answer.message}::text))`);
}

/** The key of a call is another's: what that one was answered is the answer. */
export class KeyConflict extends Error {}

/** Whether a call failed because its key is taken. */
export function isKeyConflict(error: unknown): boolean {
  if (error instanceof KeyConflict) return true;
  const { code, table } = error as { code?: string; table?: string };
  return code === '23505' && table === 'idempotency';
}

/** The key of one row of a call for many. No header holds a line break, so that no client's own key is such a one. */
export const keyOfPart = ({ key, request }: CallKey, place: number): CallKey => ({ key: `${key}\n${place}`, request });
