import type { State } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { hasSeveralParents, parentOf } from '#kernel/resource/parent-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { getOrCreate } from '#server/get-or-create-and-cache-per-resource-declaration.ts';
import { hasOwnerText } from './members-who-hold-row-sql.ts';

/** Key in event payloads: officers do not receive the event, because only the owner may see the row. */
export const ownersOnly = 'owners_only';

/** States in which only the owner sees a row (`ownersOnly`). */
const ownersStates = (resource: AnyResource): readonly string[] =>
  getOrCreate(found, resource, () =>
    Object.entries<State>(resource.life?.states ?? {}).flatMap(([state, { ownersOnly }]) =>
      ownersOnly ? [state] : [],
    ),
  );
const found = new WeakMap<AnyResource, readonly string[]>();

/** Whether the resource has such states, so that materialised totals would disclose too much to officers. */
export const hasOwnersStates = (resource: AnyResource): boolean => ownersStates(resource).length > 0;

/**
 * SQL condition: the row of `alias` itself is visible to its owner only: it is in such a state, has an owner, and was
 * not created by an officer. Undefined: never. The state is tested first, because it rules out nearly all rows.
 */
function closedText(resource: AnyResource, find: FindResource, alias: string): string | undefined {
  const states = ownersStates(resource);
  const owned = states.length > 0 ? hasOwnerText(resource, find, alias) : undefined;
  if (owned === undefined) return undefined;
  return `(${alias}.status in (${states.map((one) => `'${one}'`).join(', ')}) and ${owned} and not exists (select from history h
    where h.resource = '${resource.name}' and h.row_id = ${alias}.id and h.action = 'add' and h.actor_type = 'admin'))`;
}

/**
 * SQL condition: a parent of the row of `alias` is visible to its owner only. Tested as membership, because such
 * parents are few.
 */
function closedAboveText(resource: AnyResource, find: FindResource, alias: string): string | undefined {
  if (resource.scope !== 'parent' || hasSeveralParents(resource)) return undefined;
  const parent = parentOf(resource, find);
  const above = `${alias}_above`;
  const closed = eitherOf(closedText(parent, find, above), closedAboveText(parent, find, above));
  if (closed === undefined) return undefined;
  return `exists (select from "${tableOf(parent)}" ${above} where ${above}.id = ${alias}."${resource.partOf}" and ${closed})`;
}

const eitherOf = (one: string | undefined, other: string | undefined): string | undefined =>
  one && other ? `(${one} or ${other})` : (one ?? other);

/** SQL condition: the row of `alias` is visible to its owner only, itself or through its parents; undefined: never. */
export const ownersOnlyText = (resource: AnyResource, find: FindResource, alias = 't'): string | undefined =>
  eitherOf(closedText(resource, find, alias), closedAboveText(resource, find, alias));

/** Condition: officers may see the row of alias `t`, by the row itself; undefined: always. */
export const whereVisibleToOfficers = (resource: AnyResource, find: FindResource): Sql | undefined =>
  without(closedText(resource, find, 't'));

/** Condition: officers may see the parents of the row of alias `t`; undefined: always. */
export const whereParentVisibleToOfficers = (resource: AnyResource, find: FindResource): Sql | undefined =>
  without(closedAboveText(resource, find, 't'));

const without = (closed: string | undefined): Sql | undefined =>
  closed === undefined ? undefined : sql.raw(`not ${closed}`);
