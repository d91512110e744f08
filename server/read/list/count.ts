import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/names.ts';
import type { Caller } from '#server/caller.ts';
import type { Database } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { ListQuery } from '../condition/list-query.ts';
import { materialisedTotals } from './materialised-measure.ts';

/**
 * Up to this many rows are counted. Beyond, the planner's estimate is returned and marked: on a million rows the exact
 * count is nine tenths of a list call, and nobody reads the last digits of 412,337.
 */
export const exactLimit = 10_000;

/** A total known to be beyond the limit is not counted again for this long, in ms. */
const estimateLife = 60_000;
const mostEstimates = 2000;

type Estimates = Map<string, { total: number; until: number }>;

/** By the database they were made of: a process may serve several. */
const cache = new WeakMap<Database, Estimates>();

function estimatesOf(db: Database): Estimates {
  let estimates = cache.get(db);
  if (!estimates) {
    estimates = new Map();
    cache.set(db, estimates);
  }
  return estimates;
}

const keyOf = (table: string, where: Sql) => `${table} ${where.text} ${JSON.stringify(where.values)}`;

/** The estimate of a predicate already found to match more rows than are counted, if it is fresh. */
function cachedEstimate(db: Database, table: string, where: Sql): number | undefined {
  const estimate = estimatesOf(db).get(keyOf(table, where));
  return estimate && estimate.until > Date.now() ? estimate.total : undefined;
}

/** How many rows the planner expects, never below the limit that was just exceeded. */
async function estimateCount(db: Database, table: string, where: Sql): Promise<number> {
  const row = await db.row<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select 1 from ${sql.id(table)} t where ${where}`,
  );
  const total = Math.max(row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0, exactLimit + 1);
  const estimates = estimatesOf(db);
  if (estimates.size >= mostEstimates) estimates.clear();
  estimates.set(keyOf(table, where), { total, until: Date.now() + estimateLife });
  return total;
}

/** How the total of a list is obtained. */
export interface Counting {
  /** What is looked at for it: nothing, what is kept of the resource, or rows. */
  readonly by: 'nothing' | 'cells' | 'rows';
  /** The total as an expression, up to one more than the limit where rows are counted one by one. */
  readonly total: Sql;
  /** What the list is told: the total as the statement found it, or an estimate. */
  finish(found: number): Promise<{ total: number; estimated: boolean }>;
}

/**
 * The total of a list: not at all where none is asked for (-1), from what is kept of the resource where that tells it, else
 * counted row by row up to the limit, beyond which it is estimated. `where` is what the list asks for.
 */
export function countingOf(
  db: Database,
  resource: AnyResource,
  caller: Caller,
  query: ListQuery,
  where: Sql,
): Counting {
  const exactly = async (total: number) => ({ total, estimated: false });
  if (query.uncounted) return { by: 'nothing', total: sql`-1::bigint`, finish: exactly };
  const materialised = materialisedTotals(resource, caller, query);
  if (materialised) {
    const total = sql`(select coalesce(sum(t.n), 0)::bigint from ${materialised} t where ${where})`;
    return { by: 'cells', total, finish: exactly };
  }
  const table = tableOf(resource);
  const estimate = cachedEstimate(db, table, where);
  if (estimate !== undefined) {
    const finish = async (total: number) => ({ total, estimated: true });
    return { by: 'nothing', total: sql`${estimate}::bigint`, finish };
  }
  return {
    by: 'rows',
    total: sql`(select count(*) from (select from ${sql.id(table)} t where ${where} limit ${exactLimit + 1}) c)`,
    finish: async (found) =>
      found <= exactLimit
        ? { total: found, estimated: false }
        : { total: await estimateCount(db, table, where), estimated: true },
  };
}
