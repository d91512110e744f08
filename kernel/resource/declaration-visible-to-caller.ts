import type { DeadlineClock } from '../declaration/deadline-clock.ts';
import type { AnyField, Fields } from '../declaration/field.ts';
import type { Lifecycle, Move, Moves } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import type { Measure } from '../declaration/statistical-measure-and-materialised-total.ts';
import { summedFieldsOfMeasure } from './statistical-measures-of-resource.ts';

/**
 * In how many of the rows that the caller sees a permission node is held: in all, in some (a member's role can differ
 * from row to row), or in none.
 */
export type PermissionHeldInRows = 'all' | 'some' | 'none';

const named = new WeakMap<AnyResource, readonly string[]>();

/** The permission nodes that fields of a resource require for reading or writing. */
export function permissionNodesOfFields(resource: AnyResource): readonly string[] {
  let nodes = named.get(resource);
  if (!nodes) {
    const all = Object.values<AnyField>(resource.fields).flatMap(({ reads, writes }) => [reads ?? [], writes ?? []]);
    nodes = [...new Set(all.flat())];
    named.set(resource, nodes);
  }
  return nodes;
}

const declarations = new WeakMap<AnyResource, Map<string, AnyResource>>();
const keys = new WeakMap<AnyResource, string>();

/**
 * The declaration of a resource as a caller sees it. `held` says how far the caller holds a permission node. Fields
 * that the caller cannot read are removed, and fields that the caller cannot write become `write: 'server'`. Where
 * `reads` or `writes` remain, they apply to some of the caller's rows only, and such fields can be neither filtered nor
 * sorted by. Server and browser derive everything that a caller sees from this declaration.
 */
export function declarationVisibleToCaller(
  resource: AnyResource,
  held: (node: string) => PermissionHeldInRows,
): AnyResource {
  const nodes = permissionNodesOfFields(resource);
  if (nodes.length === 0 || keys.has(resource)) return resource;
  const levels = new Map(nodes.map((node) => [node, held(node)]));
  const key = [...levels.values()].join(' ');
  const byKey = declarations.get(resource) ?? new Map<string, AnyResource>();
  declarations.set(resource, byKey);
  let one = byKey.get(key);
  if (!one) {
    one = derive(resource, levels);
    byKey.set(key, one);
    keys.set(one, key);
  }
  return one;
}

/** A key that distinguishes the visible declarations of a resource. Empty: everybody sees the same one. */
export const keyOfVisibleDeclaration = (resource: AnyResource): string => keys.get(resource) ?? '';

/** Whether the caller can read or write some fields in some of the rows only. */
export const differsVisibilityByRow = (resource: AnyResource): boolean =>
  keyOfVisibleDeclaration(resource).includes('some');

/** Whether the caller can read all of these fields in every row the caller sees, so that filters may use them. */
export const areReadableInEveryRow = (
  visible: Pick<AnyResource, 'fields'>,
  declared: Pick<AnyResource, 'fields'>,
  names: readonly string[],
): boolean =>
  names.every(
    (name) =>
      !Object.hasOwn(declared.fields, name) ||
      (Object.hasOwn(visible.fields, name) && visible.fields[name]?.reads === undefined),
  );

const withheld = new WeakSet<AnyField>();

/** Whether a field of a visible declaration is one that the caller may read, but not write. */
export const isReadOnlyForCaller = (one: AnyField): boolean => withheld.has(one);

const lesser = (one: PermissionHeldInRows, other: PermissionHeldInRows): PermissionHeldInRows =>
  one === 'none' || other === 'none' ? 'none' : one === 'some' || other === 'some' ? 'some' : 'all';

function derive(resource: AnyResource, levels: ReadonlyMap<string, PermissionHeldInRows>): AnyResource {
  const levelOf = (node: string | undefined): PermissionHeldInRows =>
    node === undefined ? 'all' : (levels.get(node) ?? 'none');
  const fields: Fields = Object.fromEntries(
    Object.entries<AnyField>(resource.fields).flatMap(([name, one]): [string, AnyField][] => {
      const { reads, writes, ...open } = one;
      if (reads === undefined && writes === undefined) return [[name, one]];
      const reading = levelOf(reads);
      const writing = lesser(reading, levelOf(writes));
      if (reading === 'none') return [];
      const field: AnyField = {
        ...open,
        ...(reads !== undefined && reading === 'some' ? { reads, filter: false } : {}),
        ...(writes !== undefined && writing === 'some' ? { writes } : {}),
        ...(writing === 'none' ? { write: 'server' as const } : {}),
      };
      if (writing === 'none') withheld.add(field);
      return [[name, field]];
    }),
  );
  const isRead = (name: string) => !Object.hasOwn(resource.fields, name) || Object.hasOwn(fields, name);
  const isWritten = (name: string) => {
    const one = fields[name];
    return isRead(name) && !(one && isReadOnlyForCaller(one));
  };
  const { measures: declared = {}, listed, life, ...rest } = resource;
  const measures = Object.entries<Measure>(declared).filter(([, one]) =>
    areReadableInEveryRow({ fields }, resource, fieldsOfMeasure(one)),
  );
  return {
    ...rest,
    fields,
    ...(listed ? { listed: listed.filter(isRead) } : {}),
    ...(measures.length > 0 ? { measures: Object.fromEntries(measures) } : {}),
    ...(life ? { life: { ...life, moves: askingFor(life.moves, isWritten) } } : {}),
  };
}

const fieldsOfMeasure = (measure: Measure): readonly string[] => {
  const { by, at, where = [], percent } = measure;
  const share = percent && 'where' in percent ? percent.where : [];
  return [
    ...by,
    ...[...where, ...share].map(([name]) => name),
    ...summedFieldsOfMeasure(measure),
    ...(at === undefined ? [] : [at]),
  ];
};

/** Removes the inputs of moves that the caller may not write. */
const askingFor = (moves: Moves, isWritten: (name: string) => boolean): Moves =>
  Object.fromEntries(
    Object.entries(moves).map(([name, move]) => {
      if (!move.input) return [name, move];
      const input = Object.fromEntries(Object.entries(move.input).filter(([each]) => isWritten(each)));
      return [name, { ...move, input }];
    }),
  );

/**
 * Throws if the rules for reading or writing fields are inconsistent. `actions` are the last parts of all permission
 * nodes of the resource. Fields of a child resource may also name nodes of its parent; `checkPermissionNodesOfFields`
 * checks those once all resources are declared.
 */
export function checkFieldVisibility(resource: AnyResource, actions: readonly string[]): void {
  const own = Object.keys(resource.nodes ?? {});
  for (const node of own)
    if (!/^[a-z]\w*$/.test(node) || actions.filter((one) => one === node).length > 1)
      throw new Error(`${resource.name}: no node can be called ${node}`);
  if (own.length > 0 && own.length === actions.length)
    throw new Error(`${resource.name}: has no screen, so its nodes must be declared in its parent`);
  const alwaysShown = alwaysShownFields(resource);
  for (const [name, one] of Object.entries<AnyField>(resource.fields)) {
    const { reads, writes } = one;
    if (reads === undefined && writes === undefined) continue;
    const fault = (why: string) => new Error(`${resource.name}.${name}: ${why}`);
    for (const node of [reads, writes])
      if (node !== undefined && !actions.includes(node) && !resource.partOf) throw fault(`there is no node ${node}`);
    if (one.required) throw fault('a required field cannot be restricted, because others could not add rows');
    if (reads !== undefined && (one.search || one.unique || alwaysShown.has(name)))
      throw fault('a field that not everybody may read cannot be used in title, search, map, order, guards or clocks');
    const inputs = movesOf(resource).flatMap((move) => (move.input && Object.hasOwn(move.input, name) ? [move] : []));
    if (inputs.some((move) => move.input?.[name]?.required)) throw fault('a move requires it from everybody');
    if (writes !== undefined && one.write === 'server' && inputs.length === 0) throw fault('nobody can write it');
  }
  for (const move of movesOf(resource))
    refusePermissionNodesOfFields(`${resource.name}: inputs of moves`, move.input ?? {});
}

/**
 * Throws if fields that are not columns have `reads` or `writes`. For the inputs of moves, the rules of the columns
 * apply.
 */
export function refusePermissionNodesOfFields(where: string, fields: Fields): void {
  for (const [name, { reads, writes }] of Object.entries(fields))
    if (reads !== undefined || writes !== undefined)
      throw new Error(`${where}: ${name} is not a column and cannot have reads or writes`);
}

const movesOf = (resource: AnyResource): Move[] => Object.values((resource.life as Lifecycle | undefined)?.moves ?? {});

/** The fields that everybody who sees a row also sees, because they name, locate or control it. */
function alwaysShownFields(resource: AnyResource): ReadonlySet<string> {
  const life = resource.life as Lifecycle | undefined;
  const guards = movesOf(resource).flatMap((move) => move.when ?? []);
  const clocks = Object.values<DeadlineClock>(life?.clocks ?? {});
  const unique = Object.values<AnyField>(resource.fields).flatMap((one) =>
    typeof one.unique === 'object' ? one.unique : [],
  );
  const names = [
    resource.title,
    resource.tree,
    resource.owner,
    resource.member,
    resource.partOf,
    resource.order?.[0],
    life?.filed,
    ...guards.flatMap((guard) => [...guard.if, ...(guard.or ?? [])].map(([name]) => name)),
    ...clocks.flatMap(({ from, until }) => [from, until]),
    ...unique,
    'area_code',
    'department_id',
    'user_id',
    'role',
  ];
  return new Set(names.filter((name) => name !== undefined));
}
