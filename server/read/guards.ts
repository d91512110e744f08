import { offerName } from '#kernel/approval.ts';
import { shanghaiToday } from '#kernel/calendar.ts';
import { type Check, conditionsOf, type Guard } from '#kernel/guard.ts';
import type { Move } from '#kernel/lifecycle.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { compileChecks } from './compare.ts';

/** Moves that say when they are possible. */
const guardedMoves = (resource: AnyResource): [name: string, move: Move & { when: readonly Guard[] }][] =>
  Object.entries<Move>(resource.life?.moves ?? {}).flatMap(([name, move]) =>
    move.when ? [[name, { ...move, when: move.when }]] : [],
  );

/** The place of the first guard of a move that a row of alias `t` does not meet; null: it is open. */
export function closedBy(resource: AnyResource, guards: readonly Guard[]): Sql {
  const day = shanghaiToday();
  const holds = (checks: readonly Check[]) => sql.join(compileChecks(resource, conditionsOf(checks, day)), ' and ');
  const cases = guards.map((guard, place) => {
    const met = guard.or ? sql`(${holds(guard.if)}) or (${holds(guard.or)})` : holds(guard.if);
    return sql`when (${met}) is not true then ${sql.raw(String(place))}`;
  });
  return sql`case ${sql.join(cases, ' ')} end`;
}

/** A move as it is offered: itself, or each of its steps. Ways to end a proposal stay open. */
export const offersOf = (name: string, { steps }: Move) => steps?.map((step) => offerName(name, step.name)) ?? [name];

/** Where a row of alias `t` is in one of these states: elsewhere a move is not offered, and nothing has to be asked for it. */
export const inStates = (states: readonly string[]): Sql =>
  sql.raw(`t.status in (${states.map((state) => `'${state}'`).join(', ')})`);

/** The offers of moves that are not possible now: names that go out of those of a row of alias `t`, or null. */
export const closedOffers = (resource: AnyResource): Sql[] =>
  guardedMoves(resource).flatMap(([name, move]) =>
    offersOf(name, move).map(
      (offer) =>
        sql`case when ${inStates(move.from)} and ${closedBy(resource, move.when)} is not null then ${sql.raw(`'${offer}'`)} end`,
    ),
  );

/** Of the moves that would be offered on a row of alias `t`, those that are not possible now: offer → place of the guard. */
export function closedReasons(resource: AnyResource, offered: Sql): Sql | undefined {
  const moves = guardedMoves(resource);
  if (moves.length === 0) return undefined;
  const reasons = moves.flatMap(([name, move]) =>
    offersOf(name, move).map((offer) => sql`${sql.raw(`'${offer}'`)}, ${closedBy(resource, move.when)}`),
  );
  return sql`case when ${inStates([...new Set(moves.flatMap(([, { from }]) => from))])} then (
    select jsonb_object_agg(c.key, c.value) from jsonb_each(jsonb_strip_nulls(jsonb_build_object(${sql.join(reasons)}))) c
    where (${offered}) ? c.key) end`;
}
