import { type Sql, sql } from '#server/db/sql.ts';

/** Keys a column is one of. One team is filed at a time, and an array would be planned for ten again and again. */
export const anyOfIds = (ids: readonly number[]): Sql =>
  ids.length === 1 ? sql`${ids[0] as number}::bigint` : sql`any(${[...ids]}::bigint[])`;
