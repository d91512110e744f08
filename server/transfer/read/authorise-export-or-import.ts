import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import { owningResourceOf } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fieldWithOwningMember } from '#kernel/resource/all-columns-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Caller, can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { heldByMember } from '#server/read/scope/rows-and-fields-readable-by-member-sql.ts';
import { forbidden } from '#server/refusal.ts';

export type ExportOrImport = 'export' | 'import';

/**
 * Refuses callers who may not export or import rows of a resource. Checked for the request and again when the job runs.
 * A member needs a row held in a role that may; the scope decides which rows are included.
 */
export async function authoriseExportOrImport(
  { db, find }: Pick<Engine, 'db' | 'find'>,
  resource: AnyResource,
  caller: Caller,
  action: ExportOrImport,
): Promise<void> {
  if (caller.type === 'admin' && can(caller, `${resource.name}/${action}`)) return;
  if (caller.type !== 'member') throw forbidden();
  const roles = memberRolesThatMay(resource, action);
  const holder = owningResourceOf(resource, find);
  if (!holder || roles.length === 0) throw forbidden();
  // a member who adds a row of an owned resource becomes its owner, so none need be held yet
  if (action === 'import' && fieldWithOwningMember(resource) !== undefined && roles.includes('owner')) return;
  const held = await db.row<{ held: boolean }>(
    sql`select exists (select from ${sql.id(tableOf(holder))} t where ${heldByMember(holder, roles, caller, find)}) as held`,
  );
  if (!held?.held) throw forbidden();
}
