import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { badParameter } from '#server/refusal.ts';
import { getOrCreate } from '../../get-or-create-and-cache-per-resource-declaration.ts';
import { printableName } from './compile-column-conditions-to-sql.ts';

/** Whether lists always need a column: to edit the row, to know its owner, or to display its time limit. */
export const isAlwaysListed = (resource: AnyResource, name: string): boolean =>
  name === 'version' || name === 'due_unit' || name === resource.owner || name === resource.titleEnglish;

/**
 * Parses `columns=a,b` into the requested columns, in declared order, so that equal sets share a plan. Keys, columns
 * that decide actions, and those needed for display are included. Undefined: all columns. Unknown names are refused;
 * fields hidden from the reader are removed later.
 */
export function readRequestedColumns(resource: AnyResource, written: string): ReadonlySet<string> | undefined {
  if (written === '') return undefined;
  if (written.length > maxCachedLength) return columnsIn(resource, written);
  const ofResource = getOrCreate(read, resource, () => new Map<string, ReadonlySet<string>>());
  if (ofResource.size > maxCached) ofResource.clear();
  return getOrCreate(ofResource, written, () => columnsIn(resource, written));
}

/** Parsed sets by text; clients repeat the same ones. */
const read = new WeakMap<AnyResource, Map<string, ReadonlySet<string>>>();
/** Maximum number of cached sets per resource: users choose columns freely, and clients may send anything. */
const maxCached = 50;
const maxCachedLength = 1000;

function columnsIn(resource: AnyResource, written: string): ReadonlySet<string> {
  const fields = allColumnsOf(resource);
  const named = new Set(written.split(','));
  const unknown = [...named].find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined)
    throw badParameter(`没有字段 ${printableName(unknown)}`, `No field ${printableName(unknown)}`);
  const acts = Object.values(resource.acts ?? {}).flatMap(({ on }) => (on ? [on[0]] : []));
  const always = ['id', 'status', resource.title, resource.tree, resource.partOf, ...acts];
  const drawnWith = [...named].flatMap((name) => {
    const one = fields[name];
    return one ? (kindOf(one).drawnWith?.(one.options) ?? []) : [];
  });
  const requested = new Set([...named, ...always, ...drawnWith]);
  return new Set(Object.keys(fields).filter((name) => requested.has(name) || isAlwaysListed(resource, name)));
}
