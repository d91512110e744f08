import type { AnyField } from '#kernel/declaration/field.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { hasProposals, movesThatSettle } from '#kernel/lifecycle/change-request.ts';
import { visibilityKey } from '#kernel/resource/field-visibility.ts';
import { quoteLiteral } from '#server/db/quote-literal.ts';
import { sql } from '#server/db/sql.ts';
import { whereRead } from '../scope/member-scope.ts';
import { type ExcludedOffer, offersOf } from './guards.ts';

/** Offers that go out of those of a row of alias `t`: to decide where no change waits, to ask for one where one does. */
export function excludedByChangeRequest({ life }: AnyResource): ExcludedOffer[] {
  if (!hasProposals(life)) return [];
  return Object.entries<Move>(life.moves).flatMap(([name, move]) => {
    const idle = movesThatSettle(move) ? 'is null' : move.proposes ? 'is not null' : undefined;
    return idle === undefined
      ? []
      : offersOf(name, move).map((offer) => ({
          offer,
          states: move.from,
          where: sql`t.pending ${sql.raw(idle)}`,
        }));
  });
}

/**
 * SQL of pairs that name fields (a change that waits, marks of a return), without those its reader does not know in a row
 * of alias `t`; null where none is left. What few rows have is a function's: as part of the statement it is made ready for
 * each that is read.
 */
export function visiblePendingText(visible: AnyResource, stored: string, find: FindResource): string {
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

/** The same of explanations: that a return was answered is told where everything was corrected and nothing explained, too. */
export const visibleAnswersText = (visible: AnyResource, stored: string, find: FindResource): string =>
  `case when ${stored} is not null then coalesce(${visiblePendingText(visible, stored, find)}, '[]') end`;
