import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { targetsOf } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/**
 * The statement that locks the row to which the field in `locks` of a move points, so that competing decisions wait for each
 * other. None of them has locked its own row yet, so that they cannot deadlock. Writes that merely refer to that row do not
 * wait. The row itself is read afterwards and stored under the version that was read, as rows of other moves are. Undefined:
 * nothing else is to be locked.
 */
export function lockReferencedRowOfCompetingMovesSql(
  { find }: Pick<Engine, 'find'>,
  resource: AnyResource,
  move: Move | undefined,
  id: number | undefined,
): Sql | undefined {
  if (move?.locks === undefined || locksOwnRow(move) || !id) return undefined;
  const field = resource.fields[move.locks];
  const to = field && find(targetsOf(field)[0]?.resource ?? '');
  return (
    to &&
    sql`select from ${sql.id(tableOf(to))} p
      where p.id = (select t.${sql.id(move.locks)} from ${sql.id(tableOf(resource))} t where t.id = ${id}) for no key update`
  );
}

/** Whether a move locks its row as it reads it (`locks: 'id'`). */
export const locksOwnRow = (move: Move | undefined): boolean => move?.locks === 'id';
