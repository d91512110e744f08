import type { AnyField } from '#kernel/declaration/field.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { hasProposals, movesThatSettle } from '#kernel/lifecycle/change-request.ts';
import { visibilityKey } from '#kernel/resource/field-visibility.ts';
import { quoteLiteral } from '#server/db/quote-literal.ts';
import { sql } from '#server/db/sql.ts';
import { whereRead } from '../scope/member-scope.ts';
import { type ExcludedOffer, offersOfMove } from './move-guards.ts';

/** Excludes decisions on a change while none is pending, and new change requests while one is. */
export function excludedByChangeRequest({ life }: AnyResource): ExcludedOffer[] {
  if (!hasProposals(life)) return [];
  return Object.entries<Move>(life.moves).flatMap(([name, move]) => {
    const idle = movesThatSettle(move) ? 'is null' : move.proposes ? 'is not null' : undefined;
    return idle === undefined
      ? []
      : offersOfMove(name, move).map((offer) => ({
          offer,
          states: move.from,
          where: sql`t.pending ${sql.raw(idle)}`,
        }));
  });
}

/**
 * SQL of key-value pairs by field (a pending change, marks of a return), without fields hidden from the reader in a row
 * of alias `t`; null if none is left. A function, because few rows have such data and inline SQL would cost every row.
 */
export function visibleFieldPairsText(visible: AnyResource, stored: string, find: FindResource): string {
  if (visibilityKey(visible) === '') return stored;
  const always: string[] = [];
  const some: string[] = [];
  for (const [name, one] of Object.entries<AnyField>(visible.fields)) {
    if (one.reads === undefined) always.push(name);
    else some.push(`case when ${whereRead(visible, one, 'true', find)} is true then ${quoteLiteral(name)} end`);
  }
  const names = `${quoteLiteral(`{${always.join(',')}}`)}::text[]${some.length === 0 ? '' : ` || array[${some.join(', ')}]`}`;
  return `case when ${stored} is not null then visible_pairs(${stored}, ${names}) end`;
}

/**
 * {@link visibleFieldPairsText} for answers to a return. Empty answers are kept: everything may be corrected without
 * explanation.
 */
export const visibleReturnAnswersText = (visible: AnyResource, stored: string, find: FindResource): string =>
  `case when ${stored} is not null then coalesce(${visibleFieldPairsText(visible, stored, find)}, '[]') end`;
