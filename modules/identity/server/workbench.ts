import { toShanghaiDate, toShanghaiIso } from '#kernel/calendar.ts';
import type { Condition } from '#kernel/filter.ts';
import type { Tone } from '#kernel/kind/select.ts';
import { type Lifecycle, type Move, type State, stateOf } from '#kernel/lifecycle.ts';
import { rootOf } from '#kernel/part.ts';
import { type AnyResource, tableOf } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { type Caller, can } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { nextStepAwaits } from '#server/read/approvals.ts';
import { whereOf } from '#server/read/list.ts';
import { shownColumn } from '#server/read/shown.ts';
import { deskAreas } from './desk.ts';
import { remarkFor, yearToEnter } from './kept-data.ts';

/** Rows of a resource whose next step is the caller's. */
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
  /** The list of those past their deadline at the moment they were counted. */
  overdue_path: string;
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
  /** What the limit behind it is counted in; null: the row says nothing of it. */
  unit: 'workingDay' | 'day' | 'hour' | null;
}

export interface Workbench {
  remark: string;
  todo: Waiting[];
  pressing: Pressing[];
}

/** Lines shown of all resources, and rows counted of each. */
const mostPressing = 8;
const mostCounted = 10_001;

/** States of a resource in an area, '' being all the caller sees; or the proposals that wait for this caller to confirm. */
interface Desk {
  resource: AnyResource;
  area: string;
  states: string[];
  proposals?: true;
}

const proposed = text('待我确认', 'for me to confirm');

/** What waits for an officer, over all resources they see: numbers, and the rows whose deadline comes first. */
export async function readWorkbench(engine: Engine, caller: Caller, now = new Date()): Promise<Workbench> {
  const desks = engine.resources
    .filter((one) => one.life && can(caller, `${one.name}/index`))
    .flatMap((one) => [
      ...(nextStepAwaits(one, caller) ? [{ resource: one, area: '', states: [], proposals: true } as const] : []),
      ...desksOf(engine, caller, one),
    ]) as Desk[];
  const today = toShanghaiDate(now.toISOString());
  const remark = remarkFor(engine, caller, today);
  const year = yearToEnter(engine, caller, today);
  if (desks.length === 0) return { remark, todo: year, pressing: [] };
  // a deadline has passed when its second is over, as the list that the number opens reads it
  const until = toShanghaiIso(now.getTime() - 1000)
    .slice(0, 19)
    .replace('T', ' ');
  const [numbers, pressing] = await Promise.all([
    countDesks(engine, caller, desks, until),
    readPressing(engine, caller, desks),
  ]);
  // a desk is there every day; proposals are rare, and none is nothing to say
  const waiting = desks.flatMap(({ resource, area, states, proposals }, place) => {
    if (proposals && numbers[place]?.count === 0) return [];
    const rows = proposals ? 'awaits=me' : `status.in=${states.join('%2C')}${area ? `&area_code=${area}` : ''}`;
    const path = `/admin/${resource.name}?${rows}`;
    const within = proposals ? proposed[caller.locale] : engine.reference.areas().get(area)?.name;
    return {
      resource: resource.name,
      title: [resource.label[caller.locale], within].filter(Boolean).join(' · '),
      count: numbers[place]?.count ?? 0,
      overdue: numbers[place]?.overdue ?? 0,
      states,
      path: `${path}&order=due_at%2Casc`,
      overdue_path: `${path}&due_at.range=${encodeURIComponent(`,${until}`)}&order=due_at%2Casc`,
    };
  });
  return {
    remark,
    todo: [...waiting, ...year],
    pressing,
  };
}

/** The states of a resource whose next step is the caller's: they hold a move out of it, and it is their office's turn. */
function desksOf(engine: Engine, caller: Caller, resource: AnyResource): Desk[] {
  const life = resource.life as Lifecycle;
  const moves = Object.entries<Move>(life.moves);
  const running = new Set(Object.values(life.clocks ?? {}).flatMap((clock) => clock.in));
  const holds = (name: string, { steps }: Move) =>
    steps
      ? steps.some((step) => can(caller, `${resource.name}/${name}:${step.name}`))
      : can(caller, `${resource.name}/${name}`);
  const desks = new Map<string, string[]>();
  for (const [state, { desk, final }] of Object.entries<State>(life.states)) {
    const waits = desk !== undefined || (running.has(state) && !final);
    const mine = moves.some(
      ([name, move]) => move.from.includes(state) && (move.by ?? ['admin']).includes('admin') && holds(name, move),
    );
    if (!waits || !mine) continue;
    const areas =
      desk && rootOf(resource, engine.find).scope === 'area' ? deskAreas(engine.reference, caller, desk) : [''];
    for (const area of areas) desks.set(area, [...(desks.get(area) ?? []), state]);
  }
  return [...desks].map(([area, states]) => ({ resource, area, states }));
}

/** The predicate of the list a number opens. */
function whereOfDesk(
  engine: Engine,
  caller: Caller,
  { resource, area, states, proposals }: Desk,
  more: Condition[] = [],
): Sql {
  if (proposals) return whereOf(engine, resource, caller, { conditions: more, quickSearch: '', awaitsMe: true });
  const conditions: Condition[] = [{ field: 'status', operator: 'IN', value: states.join(',') }, ...more];
  if (area) conditions.push({ field: 'area_code', operator: '=', value: area });
  return whereOf(engine, resource, caller, { conditions, quickSearch: '' });
}

/** All numbers in one statement. */
async function countDesks(
  engine: Engine,
  caller: Caller,
  desks: readonly Desk[],
  until: string,
): Promise<{ count: number; overdue: number }[]> {
  const count = (desk: Desk, more?: Condition[]) =>
    sql`(select count(*)::int from (select from ${sql.id(tableOf(desk.resource))} t where ${whereOfDesk(engine, caller, desk, more)} limit ${mostCounted}) c)`;
  const late: Condition = { field: 'due_at', operator: 'RANGE', value: `,${until}` };
  const counts = desks.map((desk, place) => sql`(${place}::int, ${count(desk)}, ${count(desk, [late])})`);
  return engine.db.rows(
    sql`select n.count, n.overdue from (values ${sql.join(counts)}) n (place, count, overdue) order by n.place`,
  );
}

/** The lines in one statement: the first of each desk by deadline, and of these the first. */
async function readPressing(engine: Engine, caller: Caller, desks: readonly Desk[]): Promise<Pressing[]> {
  const parts = desks.map((desk) => {
    const { resource } = desk;
    const title = resource.fields[resource.title];
    const due: Condition = { field: 'due_at', operator: 'NOT NULL', value: '' };
    return sql`(select ${resource.name}::text as resource, t.id, ${sql.raw(title ? shownColumn(resource.title, title) : 'null')}::text as title, t.status::text as status, t.due_at,
        ${resource.life?.clocks ? sql`t.due_unit` : sql`null::text`} as unit
      from ${sql.id(tableOf(resource))} t where ${whereOfDesk(engine, caller, desk, [due])} order by t.due_at, t.id limit ${mostPressing})`;
  });
  const rows = await engine.db.rows<{
    resource: string;
    id: number;
    title: string | null;
    status: string;
    due_at: number;
    unit: string | null;
  }>(sql`
    select f.resource, f.id, f.title, f.status, floor(extract(epoch from f.due_at))::bigint as due_at,
      f.unit
    from (select * from (${sql.join(parts, ' union all ')}) every order by due_at, resource, id limit ${mostPressing}) f
    order by f.due_at, f.resource, f.id`);
  return rows.map(({ status, unit, title, ...row }) => {
    const state = stateOf(engine.find(row.resource)?.life, status);
    return {
      ...row,
      title: title ?? '',
      state: state?.[caller.locale] ?? '',
      tone: state?.tone ?? 'muted',
      unit: unit === null ? null : unit === 'workingDay' || unit === 'hour' ? unit : 'day',
    };
  });
}
