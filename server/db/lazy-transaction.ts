import type { Database, QueryRow, Transaction } from '#server/db/connect.ts';
import { prepared } from '#server/db/prepared-statement.ts';
import { Sql } from '#server/db/sql.ts';

/** A transaction that begins with its first statement. */
export interface LazyTransaction extends Transaction {
  readonly begun: boolean;
}

/**
 * Statements of a write and its hooks address rows by key: one plan fits all keys, and planning takes several times as
 * long as running.
 */
const withName = (statement: string | Sql) =>
  statement instanceof Sql && statement.name === undefined ? prepared(statement) : statement;

/**
 * Runs `work` in a transaction that begins only if needed: a single statement is atomic anyway, and `begin` and
 * `commit` cost two more round trips. Commits when `work` resolves and rolls back when it throws.
 */
export async function runLazily<T>(db: Database, work: (tx: LazyTransaction) => Promise<T>): Promise<T> {
  // a failing statement alone would fail the surrounding transaction with it
  if (db.enclosed) return db.transaction((tx) => work({ ...tx, begun: true }));
  const later: (() => Promise<void> | void)[] = [];
  let opened: Promise<Transaction> | undefined;
  let ended: Promise<void> | undefined;
  let finish = (_failure?: { error: unknown }): void => {};

  const open = () => {
    opened ??= new Promise((resolve, reject) => {
      const finished = new Promise<void>((commit, rollBack) => {
        finish = (failure) => (failure ? rollBack(failure.error) : commit());
      });
      finished.catch(() => {}); // nobody awaits it if no connection is available
      ended = db.transaction((tx) => {
        resolve(tx);
        return finished;
      });
      ended.catch(reject);
    });
    return opened;
  };
  const tx: LazyTransaction = {
    get begun() {
      return opened !== undefined;
    },
    query: async <R extends QueryRow>(statement: string | Sql, values?: readonly unknown[]) =>
      (await open()).query<R>(withName(statement), values),
    rows: async <R extends QueryRow>(statement: string | Sql, values?: readonly unknown[]) =>
      (await open()).rows<R>(withName(statement), values),
    row: async <R extends QueryRow>(statement: string | Sql, values?: readonly unknown[]) =>
      (await open()).row<R>(withName(statement), values),
    afterCommit: (one) => void later.push(one),
  };
  let result: T;
  try {
    result = await work(tx);
  } catch (error) {
    finish({ error });
    await ended?.catch(() => {}); // the same error, after the rollback
    throw error;
  }
  finish();
  await ended;
  for (const one of later) await one();
  return result;
}
