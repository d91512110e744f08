import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { targetsOf } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/**
 * Locks the row to which the field in `locks` of a move points, so that competing decisions wait for each other. None
 * of them has locked its own row yet, so that they cannot deadlock. Writes that merely refer to that row do not wait.
 * Returns whether the row itself is to be locked as it is read (`locks: 'id'`). Otherwise it is stored under the version that
 * was read after the lock, as rows of other moves are.
 */
export async function lockRowOfCompetingDecisions(
  { find }: Pick<Engine, 'find'>,
  tx: Transaction,
  resource: AnyResource,
  move: Move | undefined,
  id: number | undefined,
): Promise<boolean> {
  if (move?.locks === undefined || !id) return false;
  if (move.locks === 'id') return true;
  const field = resource.fields[move.locks];
  const to = field && find(targetsOf(field)[0]?.resource ?? '');
  if (!to) return false;
  await tx.query(sql`select from ${sql.id(tableOf(to))} p
    where p.id = (select t.${sql.id(move.locks)} from ${sql.id(tableOf(resource))} t where t.id = ${id}) for no key update`);
  return false;
}
