import { type Sql, sql } from '#server/db/sql.ts';

/** Condition: a column holds one of these keys. */
export function columnEqualsAnyKey(column: Sql, keys: readonly number[]): Sql {
  const [only] = keys;
  // Of a list PostgreSQL expects ten keys, and so plans a prepared statement for one key anew each time, as that looks cheaper.
  return only !== undefined && keys.length === 1
    ? sql`${column} = ${only}`
    : sql`${column} = any(${[...keys]}::bigint[])`;
}
