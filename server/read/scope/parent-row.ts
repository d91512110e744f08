import { isHeldThroughParent, owningResourceOf, peopleResourceOf, rolesThatMay } from '#kernel/access/member-role.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import type { Standing } from '#kernel/declaration/role.ts';
import { holdsSeveral } from '#kernel/field/field.ts';
import { memberOwner } from '#kernel/resource/columns.ts';
import { tableOf } from '#kernel/resource/names.ts';
import { hasSeveralParents, parentOf, parentsOf } from '#kernel/resource/parent.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { andActiveMember, heldByMemberText } from './row-members.ts';

/** SQL of what a field of a row of `alias` holds: its column, or that of the row above which it is read through. */
export function columnThroughParent(resource: AnyResource, name: string, find: FindResource, alias = 't'): string {
  const through = resource.fields[name]?.through;
  if (!through) return `${alias}."${name}"`;
  return valueOfParent(resource, find, alias, (parent, above) => columnThroughParent(parent, name, find, above));
}

/** SQL of a value of the row above, by its key: what `read` makes of the parent's alias. */
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

/** Rows of alias `t` that are part of rows of one resource, of alias `t`, that fulfil a condition; of any without one. */
export function wherePartOf(resource: AnyResource, parent: AnyResource, condition: Sql | undefined): Sql {
  const own = sql`t.${sql.id(resource.partOf as string)}`;
  const several = hasSeveralParents(resource);
  if (!condition) return several ? sql`starts_with(${own}, ${`${parent.name}:`})` : sql`true`;
  const key = several ? sql`${`${parent.name}:`} || t.id` : sql`t.id`;
  return sql`${own} in (select ${key} from ${sql.id(tableOf(parent))} t where ${condition})`;
}

/** The first column that a row or, where the scope is the parent's, one above it has; undefined: none has one. */
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

/** Where a row of alias `t` lies: its area, or that of what it is part of; undefined: resources without one. */
export const areaOf = (resource: AnyResource, find: FindResource): string | undefined =>
  firstParentWith(resource, find, (one) => (Object.hasOwn(one.fields, 'area_code') ? 'area_code' : undefined));

/**
 * Every area in which a row of alias `t` is seen, as an array of codes: its own, or of what is part of another one those
 * of that and what it says itself that it lies in (`alsoIn`); undefined: it is seen by area nowhere. What `scopeOf` asks of
 * one caller, asked of the row.
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

/** The same without what is not said; null where rows are seen by area nowhere else than where they lie. */
export const seenIn = (resource: AnyResource, find: FindResource): string => {
  const areas = isSeenElsewhere(resource, find) ? areasOf(resource, find) : undefined;
  return areas === undefined ? 'null::text[]' : `array_remove(${areas}, null)`;
};

/** Whether rows are seen by area anywhere else than where they lie. */
const isSeenElsewhere = (one: AnyResource, find: FindResource): boolean =>
  one.scope === 'parent' &&
  (one.alsoIn !== undefined ||
    (Object.hasOwn(one.fields, 'area_code') && one.fields.area_code?.through === undefined) ||
    parentsOf(one, find).some((parent) => isSeenElsewhere(parent, find)));

/** The people who may hear of a row of alias `t`, as an array; null where rows are held by an owner, or by nobody. */
export const hearersOf = (resource: AnyResource, find: FindResource): string =>
  peopleIn(resource, rolesThatMay(resource, 'index'), find);

/** The members who hold a row of `alias` in one of these roles, as an array: its people, or its owner. */
export function holdersOf(resource: AnyResource, held: readonly Standing[], find: FindResource, alias = 't'): string {
  const owner = held.includes('owner') ? firstParentWith(resource, find, memberOwner, alias) : undefined;
  return owner === undefined ? peopleIn(resource, held, find, alias) : `array[${owner}]`;
}

function peopleIn(resource: AnyResource, hear: readonly Standing[], find: FindResource, alias = 't'): string {
  const people = peopleResourceOf(resource, find);
  if (!people || hear.length === 0) return 'null::bigint[]';
  const read = (one: AnyResource, at: string): string =>
    owningResourceOf(one, find) === one
      ? `(select array_agg(p.user_id) from "${tableOf(people)}" p where p."${people.partOf}" = ${at}.id and p.user_id is not null and p.role in (${hear.map((role) => `'${role}'`).join(', ')})${andActiveMember(people)})`
      : valueOfParent(one, find, at, read);
  return read(resource, alias);
}

/**
 * SQL that somebody owns a row of `alias`, itself or by what it is part of; undefined: nobody can. Asked of the people of the
 * row above by its key where it can be: as a plain `exists`, PostgreSQL looks them up for few rows and hashes them for many.
 */
export const ownedText = (resource: AnyResource, find: FindResource, alias = 't'): string | undefined =>
  heldByMemberText(resource, find, { alias }) ??
  ownedByParent(resource, find, alias) ??
  (owningResourceOf(resource, find) && `coalesce(cardinality(${holdersOf(resource, ['owner'], find, alias)}), 0) > 0`);

/** The same of a resource that is part of one that has people. */
function ownedByParent(resource: AnyResource, find: FindResource, alias: string): string | undefined {
  if (!isHeldThroughParent(resource)) return undefined;
  const parent = parentOf(resource, find);
  return parent.people === undefined
    ? undefined
    : heldByMemberText(parent, find, { key: `${alias}."${resource.partOf}"` });
}
