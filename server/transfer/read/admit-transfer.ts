import { owningResourceOf, rolesThatMay } from '#kernel/access/member-role.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { memberOwner } from '#kernel/resource/columns.ts';
import { tableOf } from '#kernel/resource/names.ts';
import { type Caller, can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { heldByMember } from '#server/read/scope/member-scope.ts';
import { forbidden } from '#server/refusal.ts';

export type Transfer = 'export' | 'import';

/**
 * Refuses whoever may not export, or import, rows of a resource now: asked when it is wanted, and again when its job
 * runs. A member holds something in a role that may; which rows these are is the scope's to say.
 */
export async function admitTransfer(
  { db, find }: Pick<Engine, 'db' | 'find'>,
  resource: AnyResource,
  caller: Caller,
  action: Transfer,
): Promise<void> {
  if (caller.type === 'admin' && can(caller, `${resource.name}/${action}`)) return;
  if (caller.type !== 'member') throw forbidden();
  const roles = rolesThatMay(resource, action);
  const holder = owningResourceOf(resource, find);
  if (!holder || roles.length === 0) throw forbidden();
  // who adds a row of what has an owner is its owner: they need hold none yet
  if (action === 'import' && memberOwner(resource) !== undefined && roles.includes('owner')) return;
  const held = await db.row<{ held: boolean }>(
    sql`select exists (select from ${sql.id(tableOf(holder))} t where ${heldByMember(holder, roles, caller, find)}) as held`,
  );
  if (!held?.held) throw forbidden();
}
