import type { Move } from '#kernel/lifecycle.ts';
import { type AnyResource, memberOwner } from '#kernel/resource.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** Moves officers may not make on every row of a state: the owner's own acts, and those kept from who acted before. */
const withheldMoves = (resource: AnyResource): [name: string, move: Move][] =>
  Object.entries<Move>(resource.life?.moves ?? {}).filter(([, move]) => move.ownersAct || move.notBy);

/** Columns that name who may not make a move. */
export const apartColumns = (resource: AnyResource): string[] => [
  ...new Set(withheldMoves(resource).flatMap(([, move]) => move.notBy ?? [])),
];

/** Whether a move is kept from this officer on a row, of which `value` tells a column. */
export function isWithheld(
  resource: AnyResource,
  move: Move,
  caller: Caller,
  value: (column: string) => unknown,
): boolean {
  if (caller.type !== 'admin') return false;
  const owner = memberOwner(resource);
  if (move.ownersAct && owner && (value(owner) ?? null) !== null) return true;
  return move.notBy !== undefined && Number(value(move.notBy)) === caller.id;
}

/** {@link isWithheld} of every move, as the names that go out of the offers of a row of alias `t`. */
export function withheldNames(resource: AnyResource, caller: Caller): Sql | undefined {
  const owner = memberOwner(resource);
  const names = withheldMoves(resource).map(([name, { ownersAct, notBy }]) => {
    const cases = [
      ...(ownersAct && owner ? [sql`t.${sql.id(owner)} is not null`] : []),
      ...(notBy ? [sql`t.${sql.id(notBy)} = ${caller.id}::bigint`] : []),
    ];
    return sql`case when ${sql.join(cases, ' or ')} then ${sql.raw(`'${name}'`)} end`;
  });
  // the text may differ between members and all others only: plans are kept by that
  if (names.length === 0 || caller.type === 'member') return undefined;
  return sql` - array_remove(array[${sql.join(names)}]::text[], null)`;
}
