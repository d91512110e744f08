import { hasProposals, settles } from '#kernel/change-request.ts';
import type { AnyField } from '#kernel/field.ts';
import type { Move } from '#kernel/lifecycle.ts';
import type { FindResource } from '#kernel/part.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { wayKnown } from '#kernel/restricted.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { inStates, offersOf } from './guards.ts';
import { whereRead } from './held.ts';

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Offers that go out of those of a row of alias `t`: to decide where no change waits, to ask for one where one does. */
export function idleOffers({ life }: AnyResource): Sql[] {
  if (!hasProposals(life)) return [];
  return Object.entries<Move>(life.moves).flatMap(([name, move]) => {
    const idle = settles(move) ? 'is null' : move.proposes ? 'is not null' : undefined;
    return idle === undefined
      ? []
      : offersOf(name, move).map(
          (offer) =>
            sql`case when ${inStates(move.from)} and t.pending ${sql.raw(idle)} then ${sql.raw(literal(offer))} end`,
        );
  });
}

/** SQL of pairs that name fields (a change that waits, marks of a return), without those its reader does not know in a row of alias `t`. */
export function pendingText(known: AnyResource, stored: string, find: FindResource): string {
  if (wayKnown(known) === '') return stored;
  const names = Object.keys(known.fields).map(literal).join(', ');
  const some = Object.entries<AnyField>(known.fields).flatMap(([name, one]) =>
    one.reads === undefined
      ? []
      : [` and (p ->> 'key' <> ${literal(name)} or ${whereRead(known, one, 'true', find)} is true)`],
  );
  return `(select jsonb_agg(p order by place) from jsonb_array_elements(${stored}) with ordinality one(p, place)
    where p ->> 'key' in (${names})${some.join('')})`;
}
