import type { Queryable } from './open-database.ts';
import { sql } from './sql.ts';

/**
 * Waits until nobody else works on these keys under the same name, and keeps them until the transaction ends. They are
 * taken in one order, so that two which share several of them never wait for each other.
 */
export const lockKeysInOrder = (tx: Queryable, name: string, keys: readonly number[]): Promise<unknown> =>
  tx.query(
    sql`select pg_advisory_xact_lock(hashtext(${name}), k) from (select hashint8(id) as k from unnest(${[...keys]}::bigint[]) id order by 1) l`,
  );
