import { offerName } from '#kernel/approval.ts';
import { pendingField } from '#kernel/change-request.ts';
import { type AnyField, holdsSeveral, kindOf, namesOneOf, targetOf } from '#kernel/field.ts';
import { type Role, roles, rolesThatMay, speakerOf } from '#kernel/holding.ts';
import { isList } from '#kernel/kind/rows.ts';
import { unsetOf } from '#kernel/kind.ts';
import type { Actor, Move } from '#kernel/lifecycle.ts';
import type { FindResource } from '#kernel/part.ts';
import { type AnyResource, actionsOf, allFields, relationOf, tableOf } from '#kernel/resource.ts';
import { isFormLocked } from '#kernel/writing.ts';
import { type Caller, can } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { storedColumn } from './above.ts';
import { openOffers, steppedMoves } from './approvals.ts';
import { closedNames, closedReasons } from './guards.ts';
import { askedBy, roleText, whereRead } from './held.ts';
import { knownTo } from './known.ts';
import { listColumns } from './list-columns.ts';
import { namedRowObject, titleText } from './named-row.ts';
import { idleNames, pendingText } from './proposed.ts';
import { tallyColumns } from './tally.ts';
import { withheldNames } from './withheld.ts';

/**
 * Which fields are presented: of a list, of a record, of a sheet (a record whose lists of rows are counted), of an
 * option to choose, or all of them unmasked.
 */
export type View = 'list' | 'record' | 'sheet' | 'option' | 'plain';
const isRow = (view: View) => view === 'list' || view === 'record';
const isShown = (view: View) => view === 'list' || view === 'record' || view === 'sheet';

/**
 * What was compiled, by the declaration itself: engines of one process may declare other resources by the same name.
 * Relations are found among the other declarations, so these are part of the key.
 */
const compiled = new WeakMap<FindResource, WeakMap<AnyResource, Map<string, Sql>>>();
const compiledJoins = new WeakMap<FindResource, WeakMap<AnyResource, Map<View, Sql>>>();
/** Members are not told of what is only proposed: for them there is nothing open. */
type Grants = readonly [moves: string, actions: string, open?: string];
const granted = new WeakMap<AnyResource, Map<string, Grants>>();

/** The value of a key, made at its first use. */
function kept<K, V>(map: { get(key: K): V | undefined; set(key: K, value: V): unknown }, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/**
 * The select list that presents rows of alias `t` to a caller: visible columns in wire form, personal data masked in
 * the database already, relation titles, and what the caller may do with each row now. Compiled once per resource and
 * view; rights are parameters, so that everybody's lists share one plan. `plain` is the unmasked form the write path
 * compares and hooks read.
 */
export function presentColumns(
  declared: AnyResource,
  caller: Caller,
  view: View,
  find: FindResource,
  joined = false,
  tallies = tallyColumns(declared, caller, view, find),
): Sql {
  const resource = view === 'plain' ? declared : knownTo(declared, caller, find);
  const ofResource = kept(
    kept(compiled, find, () => new WeakMap()),
    resource,
    () => new Map<string, Sql>(),
  );
  const columns = kept(ofResource, `${columnsKey(resource, caller, view)} ${joined}`, () =>
    sql.raw(compile(resource, caller, view, find, joined)),
  );
  const asked = caller.type === 'member' ? askedBy(columns.text, caller) : columns;
  if (!isShown(view)) return asked;
  const lists = listColumns(resource, caller, view, find, presentColumns);
  const [moves, actions, open] = offersOf(resource, caller, find);
  const state = resource.life ? statePiece : sql.empty;
  const offered =
    open === undefined
      ? sql`(${moves}${state})`
      : // asked for the few rows with a proposal only: it cannot be drawn into the statement, and a call costs 20 µs a row
        sql`(case when t.approval is null then ${moves}${state} else offered_moves(${moves}${state}, ${open}::jsonb, t.approval, t.status, ${caller.id}::bigint) end)`;
  const approval = open !== undefined && view === 'record' ? approvalPiece(declared, resource) : sql.empty;
  const withheld = withheldNames(resource, caller, find) ?? sql.empty;
  const entitled = sql`${offered}${withheld}${idleNames(resource) ?? sql.empty}`;
  const closed = view === 'record' ? closedReasons(resource, entitled) : undefined;
  const reasons = closed ? sql`, ${closed} as "_closed"` : sql.empty;
  return sql`${asked}${tallies}${lists}, ${entitled}${closedNames(resource) ?? sql.empty} as "_moves"${reasons}${approval}, ${actions}${state} as "_actions"`;
}

/**
 * Names of areas as joins, for columns presented `joined`: the rows of a page lie in few areas, each of which is then
 * looked up once. That is an eighth of a list's time in the database; for single rows it is none.
 */
export function areaJoins(declared: AnyResource, caller: Caller, view: View, find: FindResource): Sql {
  const resource = knownTo(declared, caller, find);
  return kept(
    kept(
      kept(compiledJoins, find, () => new WeakMap()),
      resource,
      () => new Map<View, Sql>(),
    ),
    view,
    () => {
      const names = visibleFields(resource, view).filter(([name, one]) => hasAreaNames(name, one, view));
      return sql.raw(
        names
          .map(
            ([name]) =>
              `left join lateral (${areaNames(storedColumn(resource, name, find))} offset 0) ${areaAlias(name)} on true`,
          )
          .join(' '),
      );
    },
  );
}

const areaAlias = (name: string) => quote(`area of ${name}`);
const areaNames = (column: string) =>
  `select json_build_object('code', a.code, 'name', a.name, 'full_name', a.full_name) as names from system_area a where a.code = ${column}`;
const hasAreaNames = (name: string, one: AnyField, view: View) =>
  targetOf(one)?.key === 'code' && name !== 'code' && isShown(view);

/** What the columns compiled of a resource depend on. */
const columnsKey = (resource: AnyResource, caller: Caller, view: View): string =>
  `${resource.name} ${view} ${caller.type === 'member'}`;

const statePiece = sql.raw(' -> t.status');

/** A proposal as it waits, without what it tells of fields that are not known. */
function approvalPiece(declared: AnyResource, known: AnyResource): Sql {
  const unknown = Object.keys(declared.fields).filter((name) => !Object.hasOwn(known.fields, name));
  const told = `t.approval${unknown.map((name) => ` #- '{input,${name}}'`).join('')}`;
  return sql.raw(`, case when t.approval ->> 'from' = t.status then ${told} end as "_approval"`);
}

export type { FindResource };

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** What a list needs of each row though it is no column: for writing it, for whose it is, for how its limit is counted. */
export const isAlwaysListed = (resource: AnyResource, name: string): boolean =>
  name === 'version' || name === 'due_unit' || name === resource.owner;

const visibleFields = (resource: AnyResource, view: View): [string, AnyField][] =>
  Object.entries(allFields(resource)).filter(([name, one]) => {
    if (one.privacy === 'hidden' || one.from || isList(one)) return false;
    if (view === 'option') return name === 'id' || name === resource.title || name === resource.tree;
    return view !== 'list' || one.list !== 'never' || isAlwaysListed(resource, name);
  });

/** The offers to a caller on a row of alias `t`: to a member by their role there, where people hold rows in several. */
function offersOf(
  resource: AnyResource,
  caller: Caller,
  find: FindResource,
): [moves: Sql, actions: Sql, open?: string] {
  const role = caller.type === 'member' ? roleText(resource, find) : undefined;
  if (role === undefined) {
    const [moves, actions, open] = grantsOf(resource, caller, 'owner');
    return [sql`${moves}::jsonb`, sql`${actions}::jsonb`, open];
  }
  const byRole = (which: 0 | 1) =>
    sql`(jsonb_build_object(${sql.join(roles.map((one) => sql`${one}::text, ${grantsOf(resource, caller, one)[which]}::jsonb`))}) -> ${askedBy(`(${role})`, caller)})`;
  return [byRole(0), byRole(1)];
}

function compile(resource: AnyResource, caller: Caller, view: View, find: FindResource, joined: boolean): string {
  const columns: string[] = [];
  const plainTo = caller.type === 'member' && view !== 'option' ? whereOwn(resource, find) : undefined;
  for (const [name, one] of visibleFields(resource, view)) {
    const stored = storedColumn(resource, name, find);
    const seen = (value: string) => (view === 'plain' ? value : whereRead(resource, one, value, find));
    const unset = resource.nulls === false && isRow(view) ? unsetOf(kindOf(one)) : null;
    const wire = wireColumn(stored, one, view, plainTo);
    const value = unset === null ? wire : `coalesce(${wire}, ${unset === 0 ? '0' : "''"})`;
    const told = one === pendingField && view !== 'plain' ? pendingText(resource, wire, find) : seen(value);
    columns.push(`${told} as ${quote(name)}`);
    if (isShown(view)) {
      const relation =
        joined && hasAreaNames(name, one, view) ? `${areaAlias(name)}.names` : relationColumn(name, stored, one, find);
      if (relation) columns.push(`${seen(relation)} as ${quote(relationOf(name))}`);
    }
  }
  return columns.join(', ');
}

/** The select list of some columns of alias `t` in the plain wire form, by which a change of them is told. */
export function plainColumns(resource: AnyResource, names: readonly string[]): Sql {
  const fields = allFields(resource);
  const columns = names.flatMap((name) => {
    const one = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return one && one.privacy !== 'hidden' && one.from === undefined
      ? [`${wireColumn(`t.${quote(name)}`, one, 'plain')} as ${quote(name)}`]
      : [];
  });
  return sql.raw(columns.join(', '));
}

/** Where a member reads personal data in plain: what is their own, or what they may write themselves. */
function whereOwn(resource: AnyResource, find: FindResource): string {
  const role = roleText(resource, find);
  const writers = rolesThatMay(speakerOf(resource, find), 'edit').map((one) => `'${one}'`);
  return role === undefined ? 'true' : writers.length === 0 ? 'false' : `(${role}) in (${writers.join(', ')})`;
}

/** One column in wire form, personal data masked but where `own` holds. */
function wireColumn(column: string, one: AnyField, view: View, own = 'false'): string {
  const kind = kindOf(one);
  const plain = view === 'list' && kind.brief ? kind.brief(column) : kind.wire ? kind.wire(column) : column;
  if (view === 'plain' || one.privacy !== 'masked' || !kind.mask || own === 'true') return plain;
  return own === 'false' ? kind.mask(column) : `case when ${own} then ${plain} else ${kind.mask(column)} end`;
}

/**
 * The title of the row a reference points at, or the names of an area. It is shown whosever row that is: which row is
 * referred to is part of what this row says (decision 0013). Nothing else of it is, and a title that is personal data is
 * masked as everywhere.
 */
function relationColumn(name: string, column: string, one: AnyField, find: FindResource): string | undefined {
  if (namesOneOf(one)) return namedRowObject(column, one, find);
  const named = targetOf(one);
  if (!named?.carried || named.key === name) return undefined;
  if (named.key === 'code') return `(${areaNames(column)})`;
  const target = find(named.resource);
  if (!target) return undefined;
  const object = `json_build_object('id', r.id, ${literal(target.title)}, ${titleText(target)})`;
  return holdsSeveral(one)
    ? `(select coalesce(json_agg(${object} order by r.id), '[]') from ${quote(tableOf(target))} r where r.id = any(${column}))`
    : `(select ${object} from ${quote(tableOf(target))} r where r.id = ${column})`;
}

/** Moves and standard actions the caller may take, as JSON: by state where the resource has a life. */
function grantsOf(resource: AnyResource, caller: Caller, role: Role): Grants {
  const ofResource = kept(granted, resource, () => new Map<string, Grants>());
  const key = `${caller.type} ${role} ${caller.grantKey}`;
  let grants = ofResource.get(key);
  if (!grants) {
    const byState = (of: (state: string) => readonly string[]) =>
      JSON.stringify(
        resource.life
          ? Object.fromEntries(Object.keys(resource.life.states).map((state) => [state, of(state)]))
          : of(''),
      );
    const moves = byState((state) => movesIn(resource, caller, state, role));
    const actions = byState((state) => actionsIn(resource, caller, state, role));
    grants =
      caller.type !== 'member' && steppedMoves(resource).length > 0
        ? [moves, actions, JSON.stringify(openOffers(resource, caller))]
        : [moves, actions];
    if (ofResource.size > 500) ofResource.clear(); // permission sets come and go; a bound on what they leave behind
    ofResource.set(key, grants);
  }
  return grants;
}

/** What this caller is offered in a state where nothing is proposed: moves, or the first step of one, `revoke:propose`. */
export function movesIn(resource: AnyResource, caller: Caller, state: string, role: Role = 'owner'): string[] {
  const actor = actorOf(caller);
  return Object.entries<Move>(resource.life?.moves ?? {})
    .filter(([, move]) => move.from.includes(state) && (move.by ?? ['admin']).includes(actor))
    .map(([name, move]) => (move.steps?.[0] ? offerName(name, move.steps[0].name) : name))
    .filter((offer) =>
      actor === 'member' ? rolesThatMay(resource, offer).includes(role) : can(caller, `${resource.name}/${offer}`),
    );
}

/** Standard row actions the caller may take: edit only where there is a field they may write. */
function actionsIn(resource: AnyResource, caller: Caller, state: string, role: Role): string[] {
  const locked = isFormLocked(resource, { actor: actorOf(caller), state });
  return actionsOf(resource).filter(
    (action) =>
      ['edit', 'del', 'reveal', 'sortable'].includes(action) &&
      mayAct(resource, caller, action, role) &&
      !(action === 'edit' && locked),
  );
}

const mayAct = (resource: AnyResource, caller: Caller, action: string, role: Role) =>
  caller.type === 'member' ? rolesThatMay(resource, action).includes(role) : can(caller, `${resource.name}/${action}`);

const actorOf = (caller: Caller): Actor => (caller.type === 'member' ? 'member' : 'admin');
