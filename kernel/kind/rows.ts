import * as z from 'zod/mini';
import type { AnyField } from '../field.ts';
import type { Kind } from '../kind.ts';
import { issue } from '../message.ts';
import { type FindResource, hasSeveralParents, parentOf } from '../parent.ts';
import type { AnyResource } from '../resource.ts';
import { text } from '../text.ts';

export interface RowsOptions {
  /** Name of the resource the rows are of, `module/resource`; it says `partOf` which field refers back. */
  of: string;
  /** Most rows of one list; 200 unless told. */
  max?: number;
}

/** A row of a list as it is sent: with `id` (and `version`) one that is there, without one that is new. */
export type SentRow = Readonly<Record<string, unknown>>;

const usualMost = 200;

/** A record carries a list whole up to so many rows; of a longer one it says null, and the call `rows` has its pages. */
export const maxRowsInRecord = 200;

/** Most rows a list may have. */
export const maxRowsOfList = (one: AnyField): number => (one.options as Partial<RowsOptions>).max ?? usualMost;

/**
 * An ordered list of rows of another resource, edited in the form of the row they are part of and written with it. It
 * has no column: the rows refer to this one. Here only their shape is looked at; what they hold is checked by their own
 * fields.
 */
export const rowsKind: Kind<readonly SentRow[], RowsOptions> = {
  name: 'rows',
  column: '',
  cell: 'rows',
  pressed: true,
  input: 'rows',
  grouped: true,
  operators: [],
  sorts: false,
  width: 90,
  example: () => [{ id: 1, version: 1 }, {}],
  form: ({ max = usualMost }) => ({
    type: 'array',
    maxItems: max,
    items: { type: 'object', properties: { id: { type: 'integer', minimum: 1 }, version: { type: 'integer' } } },
  }),
  note: text(
    '按顺序的全部行：已有的带 id（可带 version，只发要改的字段），新行不带；没有列出的行被删除；不发或为 null 则不变',
    'All rows in their order: those that are there with id (and version; only what changes need be sent), new ones without; rows left out are deleted; not sent, or null, leaves them',
  ),
  schema: ({ max = usualMost }) =>
    z
      .array(z.record(z.string(), z.unknown(), issue('invalid')), issue('invalid'))
      .check(z.maxLength(max, issue('too_many', { max }))),
  toText: (wire) => (Array.isArray(wire) ? String(wire.length) : String(wire ?? '')),
};

/** Whether a field holds a list of rows. */
export const isList = (one: AnyField): boolean => one.kind === 'rows';

const kept = new WeakMap<AnyResource, readonly (readonly [string, AnyField])[]>();

/** The lists of rows a resource holds, by field. */
export function listsOf(resource: AnyResource): readonly (readonly [name: string, one: AnyField])[] {
  let lists = kept.get(resource);
  if (!lists) {
    lists = Object.entries<AnyField>(resource.fields).filter(([, one]) => isList(one));
    kept.set(resource, lists);
  }
  return lists;
}

/** The resource whose rows a field holds. */
export function childOf(one: AnyField, find: FindResource): AnyResource {
  const child = find(String(one.options.of));
  if (!child?.partOf) throw new Error(`rows of ${String(one.options.of)}, which is part of nothing`);
  return child;
}

/** The field by which a row of a list refers to the row it is part of. */
export const partOf = (child: AnyResource): string => child.partOf as string;

/** Throws where a list cannot be: its rows refer back, are seen through the whole, keep an order, and hold no circle. */
export function checkLists(resources: readonly AnyResource[], find: FindResource): void {
  const held = new Map<string, string>();
  for (const resource of resources) {
    for (const [name, one] of listsOf(resource)) {
      const where = `${resource.name}.${name}`;
      const child = find(String(one.options.of));
      if (!child) throw new Error(`${where}: rows of ${String(one.options.of)}, which is not declared`);
      if (!child.partOf || hasSeveralParents(child) || parentOf(child, find) !== resource || child.scope !== 'parent')
        throw new Error(`${where}: ${child.name} has to be part of ${resource.name}, and seen through it`);
      if (!child.sortable) throw new Error(`${where}: ${child.name} has to be sortable, its rows keep their order`);
      if (child.life?.clocks)
        throw new Error(`${where}: ${child.name} has clocks, and its rows are not written one by one`);
      if (child.ends)
        throw new Error(`${where}: ${child.name} has papers that end, and its rows are not written one by one`);
      if (held.has(child.name)) throw new Error(`${where}: ${child.name} is held by ${held.get(child.name)} already`);
      held.set(child.name, where);
      const seen = new Set([child]);
      for (let above: AnyResource = resource; ; above = parentOf(above, find)) {
        if (seen.has(above)) throw new Error(`${where}: ${child.name} would be part of itself`);
        seen.add(above);
        if (!above.partOf || hasSeveralParents(above)) break;
      }
    }
  }
}
