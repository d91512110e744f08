import { owningResourceOf } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { targetOf } from '#kernel/field/field.ts';
import { availableTableColumns } from '#web/resource/available-table-columns.ts';
import { rowThatMemberActsFor } from '#web/resource/current-enterprise-or-row-that-member-acts-for.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** The column of the owner, where a member works for a single one: it is the same in every row. */
function singleOwnerColumn(resource: AnyResource): string | undefined {
  const reference = resource.partOf === undefined ? undefined : resource.fields[resource.partOf];
  if (!reference || rowThatMemberActsFor(resource) === undefined) return undefined;
  return targetOf(reference)?.resource === owningResourceOf(resource, findResource)?.name ? resource.partOf : undefined;
}

/** A resource whose list does not show that column at first; it can still be chosen. */
export function withoutOwnerColumnForSingleOwner(resource: AnyResource): AnyResource {
  const own = singleOwnerColumn(resource);
  if (own === undefined) return resource;
  const shown = availableTableColumns(resource).filter(({ name, shown: isShown }) => isShown && name !== own);
  return { ...resource, listed: shown.map(({ name }) => name) };
}

/**
 * Whether some rows belong to another owner, as where a resource can be viewed by others: then the column is shown.
 */
export function hasRowsOfOtherOwners(resource: AnyResource, rows: readonly WireRow[]): boolean {
  const own = resource.seenBy ? singleOwnerColumn(resource) : undefined;
  const held = rowThatMemberActsFor(resource)?.id;
  return own !== undefined && rows.some((row) => row[own] !== held);
}
