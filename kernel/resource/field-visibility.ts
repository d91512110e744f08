import type { Clock } from '../declaration/clock.ts';
import type { AnyField, Fields } from '../declaration/field.ts';
import type { Lifecycle, Move, Moves } from '../declaration/lifecycle.ts';
import type { Measure } from '../declaration/measure.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { sumsOf } from './measure.ts';

/**
 * How far somebody holds a node: for all rows they see, for some of them (a member holds each row in a role of its own),
 * or for none.
 */
export type NodeGrant = 'all' | 'some' | 'none';

const named = new WeakMap<AnyResource, readonly string[]>();

/** The nodes by which fields of a resource are read or written. */
export function fieldNodes(resource: AnyResource): readonly string[] {
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
 * A resource as it is known to whoever holds these nodes: a field they may not read is not declared, one they may not
 * write is written by the server. What is left of `reads` and `writes` holds of some of their rows alone; such a field
 * is asked about by nobody. Everything that is derived for somebody is derived from this, on the server and in the
 * browser.
 */
export function visibleDeclaration(resource: AnyResource, held: (node: string) => NodeGrant): AnyResource {
  const nodes = fieldNodes(resource);
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

/** What tells one knowledge of a resource from another; empty where everybody knows the same. */
export const visibilityKey = (resource: AnyResource): string => keys.get(resource) ?? '';

/** Whether somebody may read or write a field of a resource as known in some of their rows, and not in others. */
export const isVisibleByRow = (resource: AnyResource): boolean => visibilityKey(resource).includes('some');

/** Whether all of these fields can be asked about by whoever knows a resource so: they read them in all rows they see. */
export const areReadEverywhere = (
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

/** Whether a field of a resource as known is kept from being written by its reader. */
export const isWriteWithheld = (one: AnyField): boolean => withheld.has(one);

const lesser = (one: NodeGrant, other: NodeGrant): NodeGrant =>
  one === 'none' || other === 'none' ? 'none' : one === 'some' || other === 'some' ? 'some' : 'all';

function derive(resource: AnyResource, levels: ReadonlyMap<string, NodeGrant>): AnyResource {
  const levelOf = (node: string | undefined): NodeGrant => (node === undefined ? 'all' : (levels.get(node) ?? 'none'));
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
    return isRead(name) && !(one && isWriteWithheld(one));
  };
  const { measures: declared = {}, listed, life, ...rest } = resource;
  const measures = Object.entries<Measure>(declared).filter(([, one]) =>
    areReadEverywhere({ fields }, resource, fieldsOfMeasure(one)),
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
  return [...by, ...[...where, ...share].map(([name]) => name), ...sumsOf(measure), ...(at === undefined ? [] : [at])];
};

/** Moves ask for what they write of those alone who may write it. */
const askingFor = (moves: Moves, isWritten: (name: string) => boolean): Moves =>
  Object.fromEntries(
    Object.entries(moves).map(([name, move]) => {
      if (!move.input) return [name, move];
      const input = Object.fromEntries(Object.entries(move.input).filter(([each]) => isWritten(each)));
      return [name, { ...move, input }];
    }),
  );

/**
 * Throws where fields are kept from readers or writers in a way that cannot hold. `actions` are what the resource has
 * nodes for; what is part of another resource may name nodes of that one, which is told when all of them are known.
 */
export function checkFieldVisibility(resource: AnyResource, actions: readonly string[]): void {
  const own = Object.keys(resource.nodes ?? {});
  for (const node of own)
    if (!/^[a-z]\w*$/.test(node) || actions.filter((one) => one === node).length > 1)
      throw new Error(`${resource.name}: no node can be called ${node}`);
  if (own.length > 0 && own.length === actions.length)
    throw new Error(`${resource.name}: has no screen, so that its nodes stand with what it is part of`);
  const alwaysShown = alwaysShownFields(resource);
  for (const [name, one] of Object.entries<AnyField>(resource.fields)) {
    const { reads, writes } = one;
    if (reads === undefined && writes === undefined) continue;
    const fault = (why: string) => new Error(`${resource.name}.${name}: ${why}`);
    for (const node of [reads, writes])
      if (node !== undefined && !actions.includes(node) && !resource.partOf) throw fault(`there is no node ${node}`);
    if (one.required) throw fault('who may not write it could add no row');
    if (reads !== undefined && (one.search || one.unique || alwaysShown.has(name)))
      throw fault('what not everybody may read cannot be told by title, search, place, order, guard or clock');
    const inputs = movesOf(resource).flatMap((move) => (move.input && Object.hasOwn(move.input, name) ? [move] : []));
    if (inputs.some((move) => move.input?.[name]?.required)) throw fault('a move asks everybody for it');
    if (writes !== undefined && one.write === 'server' && inputs.length === 0) throw fault('nobody writes it');
  }
  for (const move of movesOf(resource))
    refuseVisibilityRules(`${resource.name}: what a move asks for`, move.input ?? {});
}

/** Throws where fields that are no row's say who reads or writes them: of what moves ask for, the column of the name does. */
export function refuseVisibilityRules(where: string, fields: Fields): void {
  for (const [name, { reads, writes }] of Object.entries(fields))
    if (reads !== undefined || writes !== undefined)
      throw new Error(`${where}: ${name} belongs to no row, and is read and written by whoever sees it`);
}

const movesOf = (resource: AnyResource): Move[] => Object.values((resource.life as Lifecycle | undefined)?.moves ?? {});

/** Fields that whoever sees a row is told of, whatever they may read: they name it, place it, or decide what it does. */
function alwaysShownFields(resource: AnyResource): ReadonlySet<string> {
  const life = resource.life as Lifecycle | undefined;
  const guards = movesOf(resource).flatMap((move) => move.when ?? []);
  const clocks = Object.values<Clock>(life?.clocks ?? {});
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
