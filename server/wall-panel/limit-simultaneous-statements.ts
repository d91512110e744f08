import os from 'node:os';
import type { Queryable } from '#server/db/open-database.ts';
import { Sql } from '#server/db/sql.ts';

/**
 * How many statements of walls run at the same time: as many as there are cores to run them, and not so many that the
 * other calls would find no connection.
 */
export const mostStatementsOfWalls = Math.min(5, Math.max(2, os.availableParallelism()));

/** A database of which at most so many statements run at the same time. */
export interface LimitedStatements {
  /** Statements that wait begin in their order. */
  readonly inOrder: Queryable;
  /** These begin before all that wait in order. */
  readonly first: Queryable;
}

/**
 * Lets at most so many statements of a database run at the same time. A wall that opens asks for some forty at once. Over all
 * connections of the pool they would take no less time, since cores are fewer; but each connection plans each of them anew, five
 * times before it keeps a plan for any values.
 */
export function limitSimultaneousStatements(database: Queryable, most: number): LimitedStatements {
  let running = 0;
  const waiting = { first: [] as (() => void)[], inOrder: [] as (() => void)[] };
  const inTurn = async <T>(queue: (() => void)[], statement: string | Sql, run: () => Promise<T>): Promise<T> => {
    // these are pipelined over connections of their own
    if (statement instanceof Sql && statement.brief) return await run();
    if (running < most) running++;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await run();
    } finally {
      const next = waiting.first.shift() ?? waiting.inOrder.shift();
      if (next) next();
      else running--;
    }
  };
  const waitingIn = (queue: (() => void)[]): Queryable => ({
    query: (statement, values) => inTurn(queue, statement, () => database.query(statement, values)),
    rows: (statement, values) => inTurn(queue, statement, () => database.rows(statement, values)),
    row: (statement, values) => inTurn(queue, statement, () => database.row(statement, values)),
  });
  return { inOrder: waitingIn(waiting.inOrder), first: waitingIn(waiting.first) };
}
