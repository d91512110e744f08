import type { Database, QueryRow, Transaction } from '#server/db/open-database.ts';
import type { Sql } from '#server/db/sql.ts';

/**
 * Returns a database whose statements all run in the given transaction, for work that must be atomic with something
 * else. A transaction on it is a savepoint, which is rolled back alone if it fails. After `release` it is the plain
 * database again, for work that waits for the commit. Sessions are separate connections and do not see the transaction.
 */
export function databaseWithinTransaction(db: Database, tx: Transaction): { db: Database; release: () => void } {
  let ended = false;
  let parts = 0;
  const now = () => (ended ? db : tx);

  async function runPart<T>(work: (part: Transaction) => Promise<T>): Promise<T> {
    const name = `part_${++parts}`;
    const later: (() => Promise<void> | void)[] = [];
    await tx.query(`savepoint ${name}`);
    let result: T;
    try {
      result = await work({
        query: tx.query,
        rows: tx.rows,
        row: tx.row,
        rowsOfAll: tx.rowsOfAll,
        lastRow: (statement) => tx.row(statement), // the savepoint is released afterwards
        afterCommit: (one) => void later.push(one),
      });
      await tx.query(`release savepoint ${name}`);
    } catch (error) {
      // fails only if the connection broke, and then everything is rolled back
      await tx.query(`rollback to savepoint ${name}`).catch(() => {});
      throw error;
    }
    for (const one of later) tx.afterCommit(one);
    return result;
  }

  return {
    db: {
      pool: db.pool,
      enclosed: true,
      away: () => db.away(),
      query: <R extends QueryRow>(statement: string | Sql, values?: readonly unknown[]) =>
        now().query<R>(statement, values),
      rows: <R extends QueryRow>(statement: string | Sql, values?: readonly unknown[]) =>
        now().rows<R>(statement, values),
      row: <R extends QueryRow>(statement: string | Sql, values?: readonly unknown[]) =>
        now().row<R>(statement, values),
      session: (work) => db.session(work),
      transaction: (work) => (ended ? db.transaction(work) : runPart(work)),
      close: () => db.close(),
    },
    release: () => {
      ended = true;
    },
  };
}
