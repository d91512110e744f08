import { owningResourceOf } from '#kernel/access/member-role.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { targetOf } from '#kernel/field/field.ts';
import { columnsOf } from '#web/resource/columns.ts';
import { currentOwner } from '#web/resource/current-owner.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** The column that names whose a row is, where a member works with one holder alone: it says the same in every row. */
export function ownerColumn(resource: AnyResource): string | undefined {
  const reference = resource.partOf === undefined ? undefined : resource.fields[resource.partOf];
  if (!reference || currentOwner(resource) === undefined) return undefined;
  return targetOf(reference)?.resource === owningResourceOf(resource, findResource)?.name ? resource.partOf : undefined;
}

/** A resource as its list begins for whoever is at work: without that column, which may still be chosen. */
export function withoutOwnerColumn(resource: AnyResource): AnyResource {
  const own = ownerColumn(resource);
  if (own === undefined) return resource;
  const shown = columnsOf(resource).filter(({ name, shown: isShown }) => isShown && name !== own);
  return { ...resource, listed: shown.map(({ name }) => name) };
}

/** Whether some of the rows are others' after all, which one looks on at: then it is said whose each is. */
export function hasRowsOfOtherOwners(resource: AnyResource, rows: readonly WireRow[]): boolean {
  const own = resource.seenBy ? ownerColumn(resource) : undefined;
  const held = currentOwner(resource)?.id;
  return own !== undefined && rows.some((row) => row[own] !== held);
}
