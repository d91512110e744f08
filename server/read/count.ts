import type { Database } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/**
 * Rows counted exactly at the most. Beyond it the planner's estimate is answered and marked: on a million rows the
 * exact count is nine tenths of a list call, and nobody reads the last digits of 412,337.
 */
export const exactLimit = 10_000;

/** A total known to be beyond the limit is not counted again for this long, in ms. */
const estimateLife = 60_000;
const mostEstimates = 2000;

type Estimates = Map<string, { total: number; until: number }>;

/** By the database they were made of: a process may serve several. */
const known = new WeakMap<Database, Estimates>();

function estimatesOf(db: Database): Estimates {
  let estimates = known.get(db);
  if (!estimates) {
    estimates = new Map();
    known.set(db, estimates);
  }
  return estimates;
}

const keyOf = (table: string, where: Sql) => `${table} ${where.text} ${JSON.stringify(where.values)}`;

/** The estimate of a predicate already found to match more rows than are counted, if it is fresh. */
export function knownEstimate(db: Database, table: string, where: Sql, now = Date.now()): number | undefined {
  const estimate = estimatesOf(db).get(keyOf(table, where));
  return estimate && estimate.until > now ? estimate.total : undefined;
}

/** How many rows the planner expects, never below the limit that was just exceeded. */
export async function estimateCount(db: Database, table: string, where: Sql, now = Date.now()): Promise<number> {
  const row = await db.row<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select 1 from ${sql.id(table)} t where ${where}`,
  );
  const total = Math.max(row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0, exactLimit + 1);
  const estimates = estimatesOf(db);
  if (estimates.size >= mostEstimates) estimates.clear();
  estimates.set(keyOf(table, where), { total, until: now + estimateLife });
  return total;
}
