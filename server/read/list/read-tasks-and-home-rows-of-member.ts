import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import type { RoleInRow } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { Lifecycle, Move, State } from '#kernel/declaration/lifecycle.ts';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { kindOf } from '#kernel/field/field.ts';
import { stateOf } from '#kernel/lifecycle/lifecycle.ts';
import type { MemberHomeLine, MemberHomeSection } from '#kernel/module/member-home-page-declaration.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { indexOfUnmetGuard } from '../available-actions/actions-excluded-by-guards.ts';
import { compileDeclaredConditions } from '../condition/compile-column-conditions-to-sql.ts';
import { headingColumn } from '../field/row-heading-and-subtitle-sql.ts';
import { heldByMember } from '../scope/rows-and-fields-readable-by-member-sql.ts';
import { urlPathOfFilteredList } from './url-path-of-filtered-list.ts';

/** Rows that await a member, with the link to their list. */
export interface MemberTasks {
  resource: string;
  /** 企业 · 已退回 */
  title: string;
  tone: string;
  count: number;
  path: string;
}

/** Maximum count per line. */
const maxCounted = 1000;

interface Step {
  resource: AnyResource;
  state: string;
  moves: [name: string, move: Move][];
}

/** States from which a member submits a row to an office: only the member can continue. */
function stepsOf(resource: AnyResource): Step[] {
  const life = resource.life as Lifecycle | undefined;
  if (!life) return [];
  const moves = Object.entries<Move>(life.moves);
  return Object.entries<State>(life.states).flatMap(([state, { officeLevel, final }]) => {
    const back = moves.filter(
      ([, { by, from, to, proposes }]) =>
        by?.includes('member') &&
        !proposes &&
        from.includes(state) &&
        to !== undefined &&
        (life.states as Readonly<Record<string, State>>)[to]?.officeLevel !== undefined,
    );
    return officeLevel === undefined && !final && back.length > 0 ? [{ resource, state, moves: back }] : [];
  });
}

/** Tasks of a member: those declared by modules, then rows in states that await them. */
export async function readMemberTasks(
  engine: Engine,
  caller: Caller,
  lines: readonly MemberHomeLine[],
): Promise<MemberTasks[]> {
  const [own, waiting] = await Promise.all([readHomeLines(engine, caller, lines), readWaiting(engine, caller)]);
  return [...own, ...waiting];
}

/** Counts the rows that await a member, in one statement; zeros are omitted. */
async function readWaiting(engine: Engine, caller: Caller): Promise<MemberTasks[]> {
  const steps = engine.resources.filter((one) => !isWithheld(one, caller)).flatMap(stepsOf);
  if (steps.length === 0) return [];
  const counts = steps.map(({ resource, state, moves }, place) => {
    const held = [...new Set(moves.flatMap(([move]) => memberRolesThatMay(resource, move)))];
    // rows whose moves are all closed are no tasks
    const open = moves.map(([, { when }]) => (when ? sql`${indexOfUnmetGuard(resource, when)} is null` : sql`true`));
    return sql`(${place}::int, (select count(*)::int from (select from ${sql.id(tableOf(resource))} t
      where t.status = ${state} and (${sql.join(open, ' or ')}) and ${heldByMember(resource, held, caller, engine.find)} limit ${maxCounted}) c))`;
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
    const path = `/user/${urlPathOfFilteredList(resource, [{ field: 'status', operator: 'IN', value: step.state }, ...openTo(step)])}`;
    return [{ resource: resource.name, title, tone: state.tone ?? 'muted', count, path }];
  });
}

/**
 * Conditions of the list besides the state: those of the guards of a single move, as far as filters can express them.
 */
function openTo({ moves }: Step): Condition[] {
  const guards = moves.length === 1 ? (moves[0]?.[1].when ?? []) : [];
  return guards.flatMap((guard) => (guard.or ? [] : toListConditions(guard.if, shanghaiToday())));
}

/** Whether the member's group has no permission for a resource. */
const isWithheld = ({ name }: AnyResource, { withheld }: Caller): boolean => withheld?.has(name.toLowerCase()) ?? false;

/** Roles that are responsible for tasks; viewers are not. */
const acting: readonly RoleInRow[] = ['owner', 'operator'];

/** Counts the rows of lines declared by modules, in one statement; zeros are omitted. */
async function readHomeLines(engine: Engine, caller: Caller, lines: readonly MemberHomeLine[]): Promise<MemberTasks[]> {
  const day = shanghaiToday();
  const counts = lines.flatMap((line, place) => {
    const resource = engine.find(line.of);
    if (!resource || (line.own === undefined && isWithheld(resource, caller))) return [];
    const mine = line.own
      ? sql`t.${sql.id(line.own)} = ${caller.id}`
      : line.mobile === undefined
        ? heldByMember(resource, acting, caller, engine.find)
        : sql`t.${sql.id(line.mobile)} = (select m.mobile from member m where m.id = ${caller.id})`;
    const checks = [
      ...compileDeclaredConditions(resource, toListConditions(line.where, day)),
      ...lacking(engine, line, day),
    ];
    return [
      sql`(${place}::int, (select count(*)::int from (select from ${sql.id(tableOf(resource))} t
        where ${mine} and ${sql.join(checks, ' and ')} limit ${maxCounted}) c))`,
    ];
  });
  if (counts.length === 0) return [];
  const rows = await engine.db.rows<{ place: number; count: number }>(
    sql`select * from (values ${sql.join(counts)}) n (place, count) where n.count > 0 order by n.place`,
  );
  return rows.flatMap(({ place, count }) => {
    const line = lines[place];
    if (!line) return [];
    const { of, label, tone, to } = line;
    const path = `/user/${to ?? urlPathOfFilteredList({ name: of }, toListConditions(line.where, day))}`;
    return [{ resource: of, title: label[caller.locale], tone, count, path }];
  });
}

/** Rows of a section of a member's home page, with the link to their list. */
export interface MemberHomeRows {
  resource: string;
  title: string;
  /** Text shown if there are none; null: the section is hidden. */
  none: string | null;
  count: number;
  path: string;
  rows: { id: number; title: string; at: number | string | null; state: string; tone: string }[];
}

/** Maximum number of rows listed per section. */
const maxNamed = 5;

/** The rows of the member's home page by section, one statement each. */
export async function readMemberHomeRows(
  engine: Engine,
  caller: Caller,
  parts: readonly MemberHomeSection[],
): Promise<MemberHomeRows[]> {
  const day = shanghaiToday();
  const { db, find } = engine;
  const read = parts.map(async ({ of, where, order, label, none }): Promise<MemberHomeRows | undefined> => {
    const resource = find(of);
    const ordered = resource?.fields[order];
    if (!resource || !ordered || isWithheld(resource, caller)) return undefined;
    const conditions = toListConditions(where, day);
    const at = sql`t.${sql.id(order)}`;
    const rows = await db.rows<{
      id: number;
      title: string;
      at: number | string;
      status: string | null;
      n: number;
    }>(sql`
      select t.id, ${headingColumn(resource, find, caller.locale)} as title, ${sql.raw(kindOf(ordered).wire?.(at.text) ?? at.text)} as at,
        ${resource.life ? sql`t.status` : sql`null::text`} as status, count(*) over ()::int as n
      from ${sql.id(tableOf(resource))} t
      where ${sql.join([heldByMember(resource, memberRolesThatMay(resource, 'index'), caller, find), ...compileDeclaredConditions(resource, conditions)], ' and ')}
      order by ${at}, t.id limit ${maxNamed}`);
    const shown = rows.map(({ status, n: _n, ...row }) => {
      const state = status === null ? undefined : stateOf(resource.life, status);
      return { ...row, state: state?.[caller.locale] ?? '', tone: state?.tone ?? 'muted' };
    });
    return {
      resource: of,
      title: label[caller.locale],
      none: none?.[caller.locale] ?? null,
      count: rows[0]?.n ?? 0,
      path: `/user/${urlPathOfFilteredList(resource, conditions, `${order},asc`)}`,
      rows: shown,
    };
  });
  return (await Promise.all(read)).filter((one) => one !== undefined);
}

/** Condition: no row of the declared kind refers to the row of alias `t`. */
function lacking({ find }: Engine, { lacks }: MemberHomeLine, day: string): Sql[] {
  const other = lacks && find(lacks.of);
  if (!other) return [];
  const by = sql.id(lacks.by);
  const parts = [sql`t.${by} is not null`, ...compileDeclaredConditions(other, toListConditions(lacks.where, day))];
  return [sql`t.id not in (select t.${by} from ${sql.id(tableOf(other))} t where ${sql.join(parts, ' and ')})`];
}
