import type { Condition } from '#kernel/filter.ts';
import type { Tone } from '#kernel/kind/select.ts';
import { type Lifecycle, stateOf } from '#kernel/lifecycle.ts';
import { type AnyResource, tableOf } from '#kernel/resource.ts';
import { type Caller, can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { readPage, whereOf } from '#server/read/list.ts';
import { readListQuery } from '#server/read/query.ts';

/** Rows of a resource that wait for somebody with the caller's permissions. */
export interface Waiting {
  resource: string;
  title: string;
  /** Exact up to 10,000; 10,001 says there are more. */
  count: number;
  /** How many of them are past their deadline. */
  overdue: number;
  states: string[];
  /** The list of exactly these rows, the most pressing first. */
  path: string;
}

/** One row that waits, as much of it as a line shows. */
export interface Pressing {
  resource: string;
  id: number;
  title: string;
  state: string;
  tone: Tone;
  /** Unix seconds. */
  due_at: number;
}

export interface Workbench {
  remark: string;
  todo: Waiting[];
  pressing: Pressing[];
}

/** Rows of a resource looked at for the lines, and how many lines are shown of all. */
const mostPressing = 8;

/** What waits for an officer, over all resources they see: numbers, and the rows whose deadline comes first. */
export async function readWorkbench(engine: Engine, caller: Caller): Promise<Workbench> {
  const found = await Promise.all(
    engine.resources
      .filter((one) => one.life && can(caller, `${one.name}/index`))
      .map(async (one) => {
        const states = statesToAct(one.life as Lifecycle, (move) => can(caller, `${one.name}/${move}`));
        if (states.length === 0) return [];
        const waiting: Condition = { field: 'status', operator: 'IN', value: states.join(',') };
        const [numbers, pressing] = await Promise.all([
          countWaiting(engine, one, caller, waiting),
          readPressing(engine, one, caller, waiting),
        ]);
        const path = `/admin/${one.name}?status.in=${states.join('%2C')}&order=due_at%2Casc`;
        return [{ todo: { resource: one.name, title: one.label[caller.locale], ...numbers, states, path }, pressing }];
      }),
  );
  const all = found.flat();
  return {
    remark: '',
    todo: all.map((one) => one.todo),
    pressing: all
      .flatMap((one) => one.pressing)
      .toSorted((a, b) => a.due_at - b.due_at)
      .slice(0, mostPressing),
  };
}

async function countWaiting(engine: Engine, one: AnyResource, caller: Caller, waiting: Condition) {
  const where = whereOf(engine, one, caller, { conditions: [waiting], quickSearch: '' });
  const row = await engine.db.row<{ count: number; overdue: number }>(
    sql`select count(*)::int as count, count(*) filter (where due_at < now())::int as overdue
    from (select t.due_at from ${sql.id(tableOf(one))} t where ${where} limit 10001) t`,
  );
  return { count: row?.count ?? 0, overdue: row?.overdue ?? 0 };
}

async function readPressing(engine: Engine, one: AnyResource, caller: Caller, waiting: Condition): Promise<Pressing[]> {
  const page = await readPage(engine, one, caller, {
    ...readListQuery(one, {}),
    conditions: [waiting, { field: 'due_at', operator: 'NOT NULL', value: '' }],
    order: { field: 'due_at', direction: 'asc' },
    limit: mostPressing,
    uncounted: true,
  });
  return (JSON.parse(page.list) as Record<string, unknown>[]).map((row) => {
    const state = stateOf(one.life as Lifecycle, row.status);
    return {
      resource: one.name,
      id: Number(row.id),
      title: String(row[one.title] ?? ''),
      state: state?.[caller.locale] ?? '',
      tone: state?.tone ?? 'muted',
      due_at: Number(row.due_at),
    };
  });
}

/** States the clock runs in and the caller has a move out of. */
function statesToAct(life: Lifecycle, holds: (move: string) => boolean): string[] {
  const moves = Object.entries(life.moves);
  const running = new Set(moves.filter(([, move]) => move.within).map(([, move]) => move.to));
  return [
    ...new Set(
      moves
        .filter(([name, move]) => (!move.by || move.by.includes('admin')) && holds(name))
        .flatMap(([, move]) => move.from),
    ),
  ].filter((state) => running.has(state));
}
