import type { State } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/names.ts';
import { hasSeveralParents, parentOf } from '#kernel/resource/parent.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { ownedText } from './parent-row.ts';

/** In what a fact says: officers do not hear of it, as its row is its owner's alone. */
export const ownersOnly = 'owners_only';

/** States in which a row is its owner's alone (`ownersOnly`). */
const ownersStates = (resource: AnyResource): readonly string[] =>
  Object.entries<State>(resource.life?.states ?? {}).flatMap(([state, { ownersOnly }]) => (ownersOnly ? [state] : []));

/** Whether rows are their owner's alone in a state: what is kept of all of them tells officers too much. */
export const hasOwnersStates = (resource: AnyResource): boolean => ownersStates(resource).length > 0;

/**
 * SQL that a row of `alias` is itself its owner's alone: in such a state, owned by somebody, and put down by no officer.
 * Undefined: no row ever is. The state is asked first: it rules out nearly all rows, so that the rest is looked up for few.
 */
function closedText(resource: AnyResource, find: FindResource, alias: string): string | undefined {
  const states = ownersStates(resource);
  const owned = states.length > 0 ? ownedText(resource, find, alias) : undefined;
  if (owned === undefined) return undefined;
  return `(${alias}.status in (${states.map((one) => `'${one}'`).join(', ')}) and ${owned} and not exists (select from history h
    where h.resource = '${resource.name}' and h.row_id = ${alias}.id and h.action = 'add' and h.actor_type = 'admin'))`;
}

/** SQL that a row of `alias` is part of one that is. What is asked is whether it is: rows are many, drafts among them few. */
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

/** That a row of `alias` is its owner's alone, by itself or by what it is part of; undefined: no row ever is. */
export const ownersOnlyText = (resource: AnyResource, find: FindResource, alias = 't'): string | undefined =>
  eitherOf(closedText(resource, find, alias), closedAboveText(resource, find, alias));

/** That officers may meet a row of alias `t`, as far as the row says itself; undefined: all of them. */
export const openToOfficers = (resource: AnyResource, find: FindResource): Sql | undefined =>
  without(closedText(resource, find, 't'));

/** That officers may meet what a row of alias `t` is part of; undefined: whatever that is. */
export const openInParent = (resource: AnyResource, find: FindResource): Sql | undefined =>
  without(closedAboveText(resource, find, 't'));

const without = (closed: string | undefined): Sql | undefined =>
  closed === undefined ? undefined : sql.raw(`not ${closed}`);
