import { retryOnConflict } from './driver/retry-on-version-conflict-or-deadlock.ts';
import type { Database, Transaction } from './open-database.ts';

/** Thrown to roll the transaction back, carrying the result. */
class Rehearsed<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('rehearsed');
    this.result = result;
  }
}

/**
 * Runs work in a transaction that is rolled back, and returns its result. After a conflict it is repeated, with the row
 * locked (`locks`): somebody may be doing at this moment what is rehearsed here.
 */
export function rehearse<T>(
  db: Pick<Database, 'transaction'>,
  work: (tx: Transaction, locks: boolean) => Promise<T>,
): Promise<T> {
  return retryOnConflict(async (locks) => {
    try {
      return await db.transaction<never>(async (tx) => {
        throw new Rehearsed(await work(tx, locks));
      });
    } catch (error) {
      if (error instanceof Rehearsed) return error.result as T;
      throw error;
    }
  });
}
