import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { targetsOf } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/names.ts';
import type { Transaction } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';

/**
 * Locks what the row of a move refers to, where the move says so: rival decisions queue there, and none of them has its own
 * row locked yet, so that they never wait for each other in a circle. Whoever only refers to it does not wait.
 * Answers whether there is anything to lock.
 */
export async function lockReferred(
  { find }: Pick<Engine, 'find'>,
  tx: Transaction,
  resource: AnyResource,
  move: Move | undefined,
  id: number | undefined,
): Promise<boolean> {
  if (move?.locks === undefined || !id) return false;
  const field = resource.fields[move.locks];
  const to = field && find(targetsOf(field)[0]?.resource ?? '');
  if (!to) return false;
  await tx.query(sql`select from ${sql.id(tableOf(to))} p
    where p.id = (select t.${sql.id(move.locks)} from ${sql.id(tableOf(resource))} t where t.id = ${id}) for no key update`);
  return true;
}
