import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { WriteHooksOfAnyResource } from '#server/engine/write-hook-types-for-any-resource.ts';

/**
 * Records what a reversible move overwrites, as a part of the statement that stores it: all parts see the rows as
 * before it. `w` is the stored row, `h` its history.
 */
export function recordDataOverwrittenByUndoableMove(resource: AnyResource, columns: readonly string[]): Sql {
  const pairs = columns.map((name) => sql`${sql.raw(`'${name}'`)}, o.${sql.id(name)}`);
  return sql`k as (insert into move_undo (history_id, before, clocks, last_clock)
    select h.id, (select jsonb_build_object(${sql.join(pairs)}) from ${sql.id(tableOf(resource))} o where o.id = w.id),
      coalesce((select jsonb_agg(to_jsonb(d)) from deadline d
        where d.resource = ${resource.name} and d.row_id = w.id and d.status <> 'done'), '[]'),
      coalesce((select max(d.id) from deadline d where d.resource = ${resource.name} and d.row_id = w.id), 0)
    from w, h)`;
}

/** The columns a recorded move overwrote, as values to store; undefined if the record has expired. */
export async function overwrittenColumns(
  db: Queryable,
  resource: AnyResource,
  historyId: number,
): Promise<Record<string, Sql> | undefined> {
  const overwritten = await db.row<{ names: string[] }>(
    sql`select array(select jsonb_object_keys(before)) as names from move_undo where history_id = ${historyId}`,
  );
  if (!overwritten) return undefined;
  const table = sql.id(tableOf(resource));
  return Object.fromEntries(
    overwritten.names.map((name) => [
      name,
      sql`(select (jsonb_populate_record(null::${table}, u.before)).${sql.id(name)} from move_undo u where u.history_id = ${historyId})`,
    ]),
  );
}

/** Restores the clocks of a row as before a recorded move: stopped ones continue, started ones are removed. */
export async function restoreDeadlineClocksAfterUndo(
  db: Queryable,
  resource: AnyResource,
  id: number,
  historyId: number,
): Promise<void> {
  await db.query(sql`delete from deadline d using move_undo u
    where u.history_id = ${historyId} and d.resource = ${resource.name} and d.row_id = ${id} and d.id > u.last_clock`);
  // warnings sent meanwhile are not sent again
  await db.query(sql`update deadline d set status = c.status, done_at = c.done_at, start_at = c.start_at, due_at = c.due_at,
      estimated = c.estimated, pauses = c.pauses, warnings = case when d.status = c.status then d.warnings else c.warnings end,
      warn_at = case when d.status = c.status then d.warn_at else c.warn_at end
    from move_undo u, jsonb_populate_recordset(null::deadline, u.clocks) c
    where u.history_id = ${historyId} and d.id = c.id`);
  await db.query(sql`delete from move_undo where history_id = ${historyId}`);
}

/**
 * Refuses declarations of reversible moves with hooks: effects of hooks (messages, other rows) cannot be undone.
 * Checked at start.
 */
export function refuseReversibleMovesWithHooks(
  resources: readonly AnyResource[],
  hooks: ReadonlyMap<string, readonly WriteHooksOfAnyResource[]>,
): void {
  for (const resource of resources) {
    for (const [name, move] of Object.entries<Move>(resource.life?.moves ?? {})) {
      if (move.reversible && hooks.get(resource.name)?.some((one) => one.moves?.[name] || one.notify?.[name]))
        throw new Error(`${resource.name}: ${name} has a hook or a message and so cannot be reversible`);
    }
  }
}
