import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { returnedByColumn } from '#kernel/lifecycle/fields-marked-on-return-for-correction.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { hasOwnerText } from '../scope/members-who-hold-row-sql.ts';
import { whereAuthoredByCaller } from '../scope/rows-authored-by-caller.ts';
import type { ExcludedAction } from './actions-excluded-by-guards.ts';

/**
 * The moves that officers may not make on every row of a state: those that are for the owner to make, and those
 * withheld from people who have acted on the row before.
 */
const withheldMoves = (resource: AnyResource): [name: string, move: Move][] =>
  Object.entries<Move>(resource.life?.moves ?? {}).filter(
    ([, move]) => move.ownersAct || move.answers || move.byAnother,
  );

/** The columns that decide who may not make a move. */
export const separatedColumns = (resource: AnyResource): string[] =>
  withheldMoves(resource).some(([, move]) => move.answers) ? [returnedByColumn] : [];

/**
 * The column that says whether a row of alias `t` has an owner, under the name that {@link isExcludedBySeparation}
 * uses.
 */
export const hasOwnerColumn = (resource: AnyResource, move: Move | undefined, find: FindResource): Sql | undefined => {
  const owned = move?.ownersAct ? hasOwnerText(resource, find) : undefined;
  return owned === undefined ? undefined : sql.raw(`'${ownedName}', ${owned}`);
};
const ownedName = '_owned';

/**
 * The column that says whether the caller has written the row of alias `t`, for moves that need another person, under
 * the name that {@link isExcludedBySeparation} uses.
 */
export const writtenByCallerColumn = (
  resource: AnyResource,
  move: Move | undefined,
  caller: Caller,
): Sql | undefined =>
  move?.byAnother && caller.type === 'admin'
    ? sql`${sql.raw(`'${writtenName}'`)}, ${writtenBy(resource, move.byAnother, caller)}`
    : undefined;
const writtenName = '_written';

function writtenBy(resource: AnyResource, { field, of, than }: NonNullable<Move['byAnother']>, caller: Caller): Sql {
  if (than !== undefined) return sql`coalesce(t.${sql.id(than)} = ${caller.id}::bigint, false)`;
  const written = whereAuthoredByCaller(resource, sql`t.id`, caller);
  return field === undefined ? sql`(${written})` : sql`(t.${sql.id(field)} = any(${of}::text[]) and ${written})`;
}

/** Whether a move is withheld from an officer. `value` returns the value of a column of the row. */
export function isExcludedBySeparation(move: Move, caller: Caller, value: (column: string) => unknown): boolean {
  if (caller.type !== 'admin') return false;
  if (move.ownersAct && value(ownedName) === true) return true;
  if (move.byAnother && value(writtenName) === true) return true;
  return move.answers === true && Number(value(returnedByColumn)) === caller.id;
}

/** The same as {@link isExcludedBySeparation}, in SQL and for all moves. */
export function actionsExcludedBySeparation(
  resource: AnyResource,
  caller: Caller,
  find: FindResource,
): ExcludedAction[] {
  // the SQL may differ only between members and others, because plans are cached by that
  if (caller.type === 'member') return [];
  const owned = hasOwnerText(resource, find);
  return withheldMoves(resource).flatMap(([name, { from, ownersAct, answers, byAnother }]) => {
    const cases = [
      ...(ownersAct && owned ? [sql.raw(owned)] : []),
      ...(answers ? [sql`t.${sql.id(returnedByColumn)} = ${caller.id}::bigint`] : []),
      ...(byAnother && caller.type === 'admin' ? [writtenBy(resource, byAnother, caller)] : []),
    ];
    // rows of a resource without owners are everybody's to hand in
    return cases.length === 0 ? [] : [{ offer: name, states: from, where: sql`(${sql.join(cases, ' or ')})` }];
  });
}
