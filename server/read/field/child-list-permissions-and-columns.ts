import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import type { StandardAction } from '#kernel/declaration/standard-actions.ts';
import { maxChildRowsInRecord } from '#kernel/kind/linked/child-rows.ts';
import { childListsOf, parentReferenceFieldOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { hasSeveralParents, parentOf } from '#kernel/resource/parent-resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Caller, can } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { valueIfRoleMayRead, withCallerKey } from '../scope/rows-and-fields-readable-by-member-sql.ts';
import type { ReturnedFieldSet } from './returned-field-set-type.ts';

/** Compiles the select list of a resource for a caller; `presentedColumnsSql`. */
type Present = (resource: AnyResource, caller: Caller, view: ReturnedFieldSet, find: FindResource) => Sql;

/**
 * The resource whose permission node applies to an action on child rows: their own resource if it offers the action,
 * otherwise the parent's.
 */
export function resourceGrantingChildRowAction(
  resource: AnyResource,
  action: StandardAction,
  find: FindResource,
): AnyResource {
  if (!resource.partOf || hasSeveralParents(resource) || standardActionsOf(resource).includes(action)) return resource;
  return resourceGrantingChildRowAction(parentOf(resource, find), action, find);
}

/**
 * Whether a caller may perform an action on child rows. For members, rights on the parent row apply to its child rows
 * too.
 */
export function mayActOnChildRows(
  child: AnyResource,
  caller: Caller,
  action: StandardAction,
  find: FindResource,
): boolean {
  if (caller.type !== 'admin') return true;
  const holder = resourceGrantingChildRowAction(child, action, find);
  return can(caller, `${holder.name}/${action}`);
}

/**
 * The child lists of a row (alias `t`) as columns: their rows in a record, their number in a list or a sheet. The
 * caller's permission is a parameter, so that all callers' records share one plan. `requested`: the columns of a list,
 * if not all.
 */
export function childListColumns(
  resource: AnyResource,
  caller: Caller,
  view: ReturnedFieldSet,
  find: FindResource,
  present: Present,
  requested?: ReadonlySet<string>,
): Sql {
  if (view === 'option' || view === 'plain') return sql.empty;
  const lists = childListsOf(resource).filter(
    ([name, one]) =>
      one.privacy !== 'hidden' && (view !== 'list' || (one.list !== 'never' && (requested?.has(name) ?? true))),
  );
  if (lists.length === 0) return sql.empty;
  const columns = lists.map(([name, one]) => {
    const child = resourceOfChildList(one, find);
    const value = view === 'record' ? carried(child, caller, find, present) : counted(child);
    const seen = withCallerKey(valueIfRoleMayRead(resource, one, 'true', find), caller);
    return sql`, case when ${mayActOnChildRows(child, caller, 'index', find)}::boolean and ${seen} then ${value} end as ${sql.id(name)}`;
  });
  return sql.join(columns, '');
}

const counted = (child: AnyResource): Sql =>
  sql`(select count(*)::int from ${sql.id(tableOf(child))} c where c.${sql.id(parentReferenceFieldOf(child))} = t.id)`;

/** SQL of the child rows in their order, or null if there are more than a record contains. */
function carried(child: AnyResource, caller: Caller, find: FindResource, present: Present): Sql {
  const table = sql.id(tableOf(child));
  const above = sql.id(parentReferenceFieldOf(child));
  return sql`(case when (select count(*) from (select from ${table} c where c.${above} = t.id limit ${sql.raw(String(maxChildRowsInRecord + 1))}) c) <= ${sql.raw(String(maxChildRowsInRecord))}
    then (select coalesce(json_agg(p), '[]') from (select t.id as key) above, lateral (
      select ${present(child, caller, 'record', find)} from ${table} t where t.${above} = above.key order by t.weigh, t.id) p) end)`;
}

/** The child list of this name among those that the caller may see. The name may be user input. */
export const findVisibleChildList = (resource: AnyResource, name: unknown): AnyField | undefined =>
  childListsOf(resource).find(([each, one]) => each === name && one.privacy !== 'hidden')?.[1];
