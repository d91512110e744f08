import { rolesThatMay } from '#kernel/holding.ts';
import { type Lifecycle, type Move, type State, stateOf } from '#kernel/lifecycle.ts';
import { type AnyResource, tableOf } from '#kernel/resource.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { heldIn } from '#server/read/held.ts';

/** Rows in one state whose next step is the member's. */
export interface Waiting {
  resource: string;
  /** 企业 · 已退回 */
  title: string;
  tone: string;
  count: number;
  /** The list of exactly these rows. */
  path: string;
}

/** Rows counted of each. */
const mostCounted = 1000;

interface Step {
  resource: AnyResource;
  state: string;
  moves: string[];
}

/** States out of which a member brings a row back to a desk of the authority: it waits for them, and for nobody else. */
function stepsOf(resource: AnyResource): Step[] {
  const life = resource.life as Lifecycle | undefined;
  if (!life) return [];
  const moves = Object.entries<Move>(life.moves);
  return Object.entries<State>(life.states).flatMap(([state, { desk, final }]) => {
    const back = moves.filter(
      ([, { by, from, to, proposes }]) =>
        by?.includes('member') &&
        !proposes &&
        from.includes(state) &&
        to !== undefined &&
        (life.states as Readonly<Record<string, State>>)[to]?.desk !== undefined,
    );
    return desk === undefined && !final && back.length > 0
      ? [{ resource, state, moves: back.map(([name]) => name) }]
      : [];
  });
}

/** What waits for a member in all they hold, in one statement; what is none is left out. */
export async function readWaiting(engine: Engine, caller: Caller): Promise<Waiting[]> {
  const steps = engine.resources.flatMap(stepsOf);
  if (steps.length === 0) return [];
  const counts = steps.map(({ resource, state, moves }, place) => {
    const held = [...new Set(moves.flatMap((move) => rolesThatMay(resource, move)))];
    return sql`(${place}::int, (select count(*)::int from (select from ${sql.id(tableOf(resource))} t
      where t.status = ${state} and ${heldIn(resource, held, caller, engine.find)} limit ${mostCounted}) c))`;
  });
  const rows = await engine.db.rows<{ place: number; count: number }>(
    sql`select * from (values ${sql.join(counts)}) n (place, count) where n.count > 0 order by n.place`,
  );
  return rows.flatMap(({ place, count }) => {
    const step = steps[place];
    const state = step && stateOf(step.resource.life, step.state);
    if (!step || !state) return [];
    const { resource } = step;
    const title = `${resource.label[caller.locale]} · ${state[caller.locale]}`;
    const path = `/user/${resource.name}?status.in=${step.state}`;
    return [{ resource: resource.name, title, tone: state.tone ?? 'muted', count, path }];
  });
}
