import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** The idempotency key of a call. */
export interface CallIdempotencyKey {
  readonly key: string;
  /** Hash of the request; empty while a file is still arriving. */
  request: string;
}

/** Sources of the answer: the stored row, its history entry, the keys of its recycle copies. */
export interface AnswerSources {
  /** `id`, and `shown` (the row as the caller may see it) if the write presents it. */
  readonly row: Sql;
  readonly history: Sql;
  /** Array of keys as JSON. */
  readonly recycled: Sql;
}

/** A key with the answer to store under it, by the statement that stores a row. */
export interface IdempotentAnswer extends CallIdempotencyKey {
  readonly message: string;
  /** `data` of the answer, an expression of type json. */
  readonly data: (from: AnswerSources) => Sql;
}

/**
 * The statement that claims the idempotency key and stores the response, in one insert. A repeated call, here or in
 * another process, waits at the unique index until the first one is committed. Then it fails ({@link isIdempotencyKeyConflict})
 * and is rolled back.
 */
export function storeAnswerUnderKeyStatement(
  { key, request, message, data }: IdempotentAnswer,
  from: AnswerSources,
): Sql {
  return sql`insert into idempotency (key, request, answer)
    select ${key}, ${request}, json_build_object('data', ${data(from)}, 'message', ${message}::text)
    from ${from.row}, ${from.history} returning answer -> 'data' as data`;
}

/** Stores an answer that is not derived from a row, in the transaction of its writes. */
export async function storeIdempotentAnswer(
  tx: Queryable,
  { key, request }: CallIdempotencyKey,
  answer: { readonly data: string; readonly message: string },
): Promise<void> {
  const stored = sql`insert into idempotency (key, request, answer)
    values (${key}, ${request}, json_build_object('data', ${answer.data}::json, 'message', ${answer.message}::text))`;
  await tx.query(namePreparedStatement(stored));
}

/** The key belongs to an earlier call, whose answer applies. */
export class IdempotencyKeyConflict extends Error {}

/** Whether a call failed because its key is in use. */
export function isIdempotencyKeyConflict(error: unknown): boolean {
  if (error instanceof IdempotencyKeyConflict) return true;
  const { code, table } = error as { code?: string; table?: string };
  return code === '23505' && table === 'idempotency';
}

/**
 * The key of one row of a call for many rows. Headers cannot contain line breaks, so it cannot equal a client's key.
 */
export const idempotencyKeyOfRowInBatch = (
  { key, request }: CallIdempotencyKey,
  place: number,
): CallIdempotencyKey => ({
  key: `${key}\n${place}`,
  request,
});
