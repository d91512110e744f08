import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import type { Database } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { ParsedListQuery } from '../condition/parsed-list-query.ts';
import { materialisedRowCounts } from './materialised-measure-tables.ts';

/**
 * Up to this many rows are counted. Beyond it, the planner's estimate is returned and marked as such: on a million rows
 * the exact count takes nine tenths of a list call, and nobody reads the last digits of 412,337.
 */
export const maxExactTotal = 10_000;

/** Milliseconds during which a total beyond the limit is not counted again. */
const estimateLife = 60_000;
const maxEstimates = 2000;

type Estimates = Map<string, { total: number; until: number }>;

/** One for each database, because a process may serve several. */
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

/** The cached estimate for a predicate whose count exceeded the limit. */
function cachedEstimate(db: Database, table: string, where: Sql): number | undefined {
  const estimate = estimatesOf(db).get(keyOf(table, where));
  return estimate && estimate.until > Date.now() ? estimate.total : undefined;
}

/** The planner's estimate, at least the exceeded limit. */
async function estimateCount(db: Database, table: string, where: Sql): Promise<number> {
  const row = await db.row<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select 1 from ${sql.id(table)} t where ${where}`,
  );
  const total = Math.max(row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0, maxExactTotal + 1);
  const estimates = estimatesOf(db);
  if (estimates.size >= maxEstimates) estimates.clear();
  estimates.set(keyOf(table, where), { total, until: Date.now() + estimateLife });
  return total;
}

/** How to compute the total of a list. */
export interface ListTotal {
  /** Source of the total: none, materialised totals, or rows. */
  readonly by: 'nothing' | 'cells' | 'rows';
  /** SQL expression of the total; when counting rows, at most one more than the limit. */
  readonly total: Sql;
  /** The total to return for the number that was found, exact or estimated. */
  finish(found: number): Promise<{ total: number; estimated: boolean }>;
}

/**
 * The total of a list: none if not requested (-1), from materialised totals if possible, else counted row by row up to
 * the limit, and estimated beyond. `where`: condition of the list.
 */
export function listTotalOf(
  db: Database,
  resource: AnyResource,
  caller: Caller,
  query: ParsedListQuery,
  where: Sql,
): ListTotal {
  const exactly = async (total: number) => ({ total, estimated: false });
  if (query.uncounted) return { by: 'nothing', total: sql`-1::bigint`, finish: exactly };
  const materialised = materialisedRowCounts(resource, caller, query);
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
    total: sql`(select count(*) from (select from ${sql.id(table)} t where ${where} limit ${maxExactTotal + 1}) c)`,
    finish: async (found) =>
      found <= maxExactTotal
        ? { total: found, estimated: false }
        : { total: await estimateCount(db, table, where), estimated: true },
  };
}
