import { isHeldThroughParent, owningResourceOf, peopleResourceOf, rolesThatMay } from '#kernel/access/member-role.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import type { Standing } from '#kernel/declaration/role.ts';
import { holdsSeveral } from '#kernel/field/field.ts';
import { memberOwner } from '#kernel/resource/columns.ts';
import { tableOf } from '#kernel/resource/names.ts';
import { hasSeveralParents, parentOf, parentsOf } from '#kernel/resource/parent.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { activeMembershipText, heldByMemberText } from './row-holders.ts';

/** SQL of a field of a row of `alias`: its column, or the parent's column for fields read through the parent. */
export function columnThroughParent(resource: AnyResource, name: string, find: FindResource, alias = 't'): string {
  const through = resource.fields[name]?.through;
  if (!through) return `${alias}."${name}"`;
  return valueOfParent(resource, find, alias, (parent, above) => columnThroughParent(parent, name, find, above));
}

/** SQL of a value of the parent row, found by key; `read` builds the expression from the parent's alias. */
export function valueOfParent(
  resource: AnyResource,
  find: FindResource,
  alias: string,
  read: (parent: AnyResource, above: string) => string,
): string {
  const above = `${alias}_above`;
  const own = `${alias}."${resource.partOf}"`;
  const select = (parent: AnyResource, key: string) =>
    `(select ${read(parent, above)} from "${tableOf(parent)}" ${above} where ${above}.id = ${key})`;
  if (!hasSeveralParents(resource)) return select(parentOf(resource, find), own);
  const ways = parentsOf(resource, find).map(
    (parent) => `when '${parent.name}' then ${select(parent, `split_part(${own}, ':', 2)::bigint`)}`,
  );
  return `(case split_part(${own}, ':', 1) ${ways.join(' ')} end)`;
}

/** Condition: rows of alias `t` that are part of rows of one resource (alias `t`) meeting a condition, or of any. */
export function wherePartOf(resource: AnyResource, parent: AnyResource, condition: Sql | undefined): Sql {
  const own = sql`t.${sql.id(resource.partOf as string)}`;
  const several = hasSeveralParents(resource);
  if (!condition) return several ? sql`starts_with(${own}, ${`${parent.name}:`})` : sql`true`;
  const key = several ? sql`${`${parent.name}:`} || t.id` : sql`t.id`;
  return sql`${own} in (select ${key} from ${sql.id(tableOf(parent))} t where ${condition})`;
}

/** The first column found in the row or, if its scope is the parent's, in its parents; undefined: none has it. */
export function firstParentWith(
  resource: AnyResource,
  find: FindResource,
  named: (one: AnyResource) => string | undefined,
  alias = 't',
): string | undefined {
  const name = named(resource);
  if (name !== undefined) return columnThroughParent(resource, name, find, alias);
  if (resource.scope !== 'parent') return undefined;
  if (parentsOf(resource, find).every((parent) => firstParentWith(parent, find, named) === undefined)) return undefined;
  return valueOfParent(resource, find, alias, (parent, above) => firstParentWith(parent, find, named, above) ?? 'null');
}

/** SQL of the area of a row of alias `t`, its own or its parent's; undefined: resources without area. */
export const areaOf = (resource: AnyResource, find: FindResource): string | undefined =>
  firstParentWith(resource, find, (one) => (Object.hasOwn(one.fields, 'area_code') ? 'area_code' : undefined));

/**
 * SQL array of all areas in which a row of alias `t` is seen: its own, or its parents' and those of `alsoIn`;
 * undefined: it is not seen by area. The counterpart of `scopeOf`, for a row instead of a caller.
 */
export function areasOf(resource: AnyResource, find: FindResource, alias = 't'): string | undefined {
  if (resource.scope === 'area') return `array[${columnThroughParent(resource, 'area_code', find, alias)}]`;
  if (resource.scope !== 'parent') return undefined;
  const above = parentsOf(resource, find).some((parent) => areasOf(parent, find) !== undefined)
    ? [valueOfParent(resource, find, alias, (parent, at) => areasOf(parent, find, at) ?? 'null::text[]')]
    : [];
  const own = (resource.alsoIn ?? []).map((name) =>
    holdsSeveral(resource.fields[name] as AnyField)
      ? `(select array_agg(l.code) from system_area l where l.id = any(${alias}."${name}"))`
      : `array[${alias}."${name}"]`,
  );
  return above.length + own.length === 0 ? undefined : [...above, ...own].join(' || ');
}

/** {@link areasOf} without empty codes; null where rows are seen only in their own area. */
export const seenIn = (resource: AnyResource, find: FindResource): string => {
  const areas = isSeenElsewhere(resource, find) ? areasOf(resource, find) : undefined;
  return areas === undefined ? 'null::text[]' : `array_remove(${areas}, null)`;
};

/** Whether rows are seen in areas other than their own. */
const isSeenElsewhere = (one: AnyResource, find: FindResource): boolean =>
  one.scope === 'parent' &&
  (one.alsoIn !== undefined ||
    (Object.hasOwn(one.fields, 'area_code') && one.fields.area_code?.through === undefined) ||
    parentsOf(one, find).some((parent) => isSeenElsewhere(parent, find)));

/**
 * SQL array of the members who receive events of a row of alias `t`; null where rows have an owner column, or no
 * members.
 */
export const recipientsOf = (resource: AnyResource, find: FindResource): string =>
  peopleIn(resource, rolesThatMay(resource, 'index'), find);

/** SQL array of the members who hold a row of `alias` in one of these roles: its people, or its owner. */
export function holdersOf(resource: AnyResource, held: readonly Standing[], find: FindResource, alias = 't'): string {
  const owner = held.includes('owner') ? firstParentWith(resource, find, memberOwner, alias) : undefined;
  return owner === undefined ? peopleIn(resource, held, find, alias) : `array[${owner}]`;
}

function peopleIn(resource: AnyResource, hear: readonly Standing[], find: FindResource, alias = 't'): string {
  const people = peopleResourceOf(resource, find);
  if (!people || hear.length === 0) return 'null::bigint[]';
  const read = (one: AnyResource, at: string): string =>
    owningResourceOf(one, find) === one
      ? `(select array_agg(p.user_id) from "${tableOf(people)}" p where p."${people.partOf}" = ${at}.id and p.user_id is not null and p.role in (${hear.map((role) => `'${role}'`).join(', ')})${activeMembershipText(people)})`
      : valueOfParent(one, find, at, read);
  return read(resource, alias);
}

/**
 * SQL condition: the row of `alias` has an owner, itself or through its parents; undefined: it cannot. Uses the
 * parent's key if possible: PostgreSQL can then look a plain `exists` up for few rows and hash it for many.
 */
export const ownedText = (resource: AnyResource, find: FindResource, alias = 't'): string | undefined =>
  heldByMemberText(resource, find, { alias }) ??
  ownedByParent(resource, find, alias) ??
  (owningResourceOf(resource, find) && `coalesce(cardinality(${holdersOf(resource, ['owner'], find, alias)}), 0) > 0`);

/** {@link ownedText} for resources that are part of one with people. */
function ownedByParent(resource: AnyResource, find: FindResource, alias: string): string | undefined {
  if (!isHeldThroughParent(resource)) return undefined;
  const parent = parentOf(resource, find);
  return parent.people === undefined
    ? undefined
    : heldByMemberText(parent, find, { key: `${alias}."${resource.partOf}"` });
}
