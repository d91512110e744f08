import { type Sql, sql } from '#server/db/sql.ts';

/**
 * Right side of `column = …` for some IDs. A single ID, the usual case on filing, is passed as such: the planner
 * expects ten rows of an array.
 */
export const anyOfIdsSql = (ids: readonly number[]): Sql =>
  ids.length === 1 ? sql`${ids[0] as number}::bigint` : sql`any(${[...ids]}::bigint[])`;
