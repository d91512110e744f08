import type { AnyResource } from '#kernel/declaration/resource.ts';
import { recalculateClock } from '#kernel/lifecycle/deadline-clock-starts-stops-pauses-and-recalculation.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { joinSentences, type Text, text } from '#kernel/text/text.ts';
import { endsAtInstant } from '#kernel/time/deadline.ts';
import { toShanghaiDate, toTime } from '#kernel/time/shanghai-time.ts';
import { systemCaller } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import { changeRows } from './change-many-rows-in-one-statement.ts';
import { changeClocksStatement } from './deadline-clock-statements.ts';
import { type ClockRow, clockColumnsOf, toRunningClock, toStoredClock } from './plan-deadline-clocks-of-row.ts';

export const recalculationTask = 'recount_clocks';

/** Rows processed in one transaction. */
const maxRowsPerTransaction = 500;

/** Queues one recalculation of all clocks for all pending changes of the calendar. */
export const queueClockRecalculation = (db: Queryable): Promise<void> =>
  addTask(db, recalculationTask, {}, { key: recalculationTask, runAt: new Date(Date.now() + 5000) });

/**
 * Recomputes every clock that has not ended on the current calendar, including estimated ones once their year is
 * announced. A served clock never ends before the notified date. Each changed row gets a history entry. Returns the
 * number of clocks changed.
 */
export async function recalculateClocks(engine: Engine): Promise<number> {
  await engine.reference.reload(); // another process may have changed the calendar
  let changed = 0;
  for (const resource of engine.resources) {
    if (!resource.life?.clocks) continue;
    for (let after = 0; ; ) {
      const ids = await nextRows(engine.db, resource, after);
      if (ids.length === 0) break;
      after = ids.at(-1) as number;
      changed += await engine.db.transaction((tx) => recountSome(engine, tx, resource, ids));
    }
  }
  if (changed > 0) engine.wakeRelay();
  return changed;
}

/** limits in hours and minutes do not depend on the calendar */
const open = sql.raw(`d.status <> 'done' and d.rule->>'unit' not in ('hour', 'minute')`);

async function nextRows(db: Queryable, resource: AnyResource, after: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`select distinct d.row_id as id from deadline d
    where d.resource = ${resource.name} and d.row_id > ${after} and ${open} order by d.row_id limit ${maxRowsPerTransaction}`);
  return rows.map((one) => one.id);
}

async function recountSome(
  engine: Engine,
  tx: Transaction,
  resource: AnyResource,
  ids: readonly number[],
): Promise<number> {
  // concurrent writes wait and see the change; clocks of deleted rows stay as their copies have them
  const rows = await tx.rows<{ id: number }>(
    sql`select t.id from ${sql.id(tableOf(resource))} t where t.id = any(${ids}::bigint[]) order by t.id for update of t`,
  );
  const there = rows.map((one) => one.id);
  const { clocks } = (await tx.row<{
    clocks: ClockRow[];
  }>(sql`select coalesce(json_agg(d order by d.id), '[]') as clocks
    from deadline d where d.resource = ${resource.name} and d.row_id = any(${there}::bigint[]) and d.status <> 'done'`)) ?? {
    clocks: [],
  };
  const calendar = engine.reference.calendar();
  const changed: ClockRow[] = [];
  const moved = new Map<number, Text[]>();
  for (const row of clocks) {
    if (endsAtInstant(row.rule.unit)) continue;
    const next = recalculateClock(toRunningClock(row), calendar);
    const ends = toTime(next.due) !== toTime(row.due_at);
    if (!ends && next.estimated === row.estimated) continue;
    changed.push(toStoredClock(engine, next));
    const days = `${toShanghaiDate(row.due_at)} → ${toShanghaiDate(next.due)}`;
    const name = nameOf(resource, row);
    const note = text(`${name['zh-cn']} ${days}`, `${name.en} ${days}`);
    if (ends) moved.set(row.row_id, [...(moved.get(row.row_id) ?? []), note]);
  }
  if (changed.length === 0) return 0;
  await tx.query(changeClocksStatement(changed));
  await notifyRows(engine, tx, resource, clocks, changed, moved);
  return changed.length;
}

/** The rows whose limits moved get their earliest due date, history and event. */
async function notifyRows(
  engine: Engine,
  tx: Transaction,
  resource: AnyResource,
  clocks: readonly ClockRow[],
  changed: readonly ClockRow[],
  moved: ReadonlyMap<number, readonly Text[]>,
): Promise<void> {
  if (moved.size === 0) return;
  const now = new Map(changed.map((one) => [one.id, one]));
  const rows = [...moved].map(([id, notes]) => {
    const ofRow = clocks.filter((one) => one.row_id === id).map((one) => toRunningClock(now.get(one.id) ?? one));
    return {
      id,
      ...clockColumnsOf(ofRow),
      note: joinSentences(notes.map((one) => one['zh-cn'])),
      note_en: joinSentences(
        notes.map((one) => one.en),
        '; ',
      ),
    };
  });
  const listed = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (id bigint, due_at timestamptz, due_unit text, note text, note_en text)`;
  const order = {
    where: sql`t.id = any(${[...moved.keys()]}::bigint[])`,
    set: {
      due_at: sql`(select m.due_at from ${listed} where m.id = t.id)`,
      due_unit: sql`(select m.due_unit from ${listed} where m.id = t.id)`,
    },
    touched: true,
    action: 'recount',
    note: sql`(select m.note from ${listed} where m.id = w.id)`,
    noteEnglish: sql`(select m.note_en from ${listed} where m.id = w.id)`,
  } as const;
  await changeRows(engine, resource, systemCaller(), order, tx);
}

const nameOf = ({ life }: AnyResource, { clock }: ClockRow): Text => life?.clocks?.[clock] ?? text(clock, clock);
