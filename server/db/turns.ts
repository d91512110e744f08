import { availableParallelism } from 'node:os';

/** Runs work, so much of it at once. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Statements that run at once beside transactions: eight, and four for each processor where there are more than two.
 * More of them finish none the sooner: they take the processors from each other in the middle, and each connection that
 * is used keeps plans and caches of its own. On two processors lists of a million rows were a sixth faster by it.
 */
export const statementsAtOnce = (processors = availableParallelism()): number => Math.max(8, 4 * processors);

/** Ms after which nobody waits longer: what runs may be slow, or wait itself for a row that others hold. */
const patience = 100;

/**
 * Lets `atOnce` pieces of work run at a time, first come, first served. It orders what is quick and bounds nothing:
 * whoever has waited for {@link patience} goes ahead, so that no turn can be waited for in a circle.
 */
export function createTurns(atOnce: number, longest = patience): InTurn {
  let running = 0;
  const waiting = new Set<() => void>();

  const wait = () =>
    new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(late);
        waiting.delete(go);
        running++;
        resolve();
      };
      const late = setTimeout(go, longest);
      waiting.add(go);
    });

  return async (work) => {
    if (running >= atOnce) await wait();
    else running++;
    try {
      return await work();
    } finally {
      running--;
      if (running < atOnce) waiting.values().next().value?.();
    }
  };
}
