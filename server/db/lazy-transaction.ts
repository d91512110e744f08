import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Database, QueryRow, Transaction } from '#server/db/open-database.ts';
import { Sql } from '#server/db/sql.ts';

/** A transaction that begins with its first statement. */
export interface LazyTransaction extends Transaction {
  readonly begun: boolean;
}

/**
 * Gives a statement a name, so that it is planned once. Statements of a write and its hooks address rows by key: one
 * plan fits all keys, and planning takes several times as long as running.
 */
const namedStatement = (statement: Sql): Sql =>
  statement.name === undefined ? namePreparedStatement(statement) : statement;
const withName = (statement: string | Sql) => (statement instanceof Sql ? namedStatement(statement) : statement);

/** A transaction that has begun, whose statements are named as those of a {@link LazyTransaction}. */
export function withPreparedStatements(tx: Transaction & { readonly begun?: boolean }): LazyTransaction {
  if (tx.begun !== undefined) return tx as LazyTransaction;
  return {
    begun: true,
    query: (statement, values) => tx.query(withName(statement), values),
    rows: (statement, values) => tx.rows(withName(statement), values),
    row: (statement, values) => tx.row(withName(statement), values),
    rowsOfAll: (statements) => tx.rowsOfAll(statements.map(namedStatement)),
    lastRow: (statement) => tx.lastRow(namedStatement(statement)),
    afterCommit: (one) => tx.afterCommit(one),
  };
}

/**
 * Runs `work` in a transaction that begins only if needed: a single statement is atomic anyway, and `begin` and
 * `commit` cost two more round trips. Commits when `work` resolves and rolls back when it throws.
 */
export async function runInLazyTransaction<T>(db: Database, work: (tx: LazyTransaction) => Promise<T>): Promise<T> {
  // a failing statement alone would fail the surrounding transaction with it
  if (db.enclosed) return db.transaction((tx) => work({ ...tx, begun: true }));
  const tx = new Lazy(db);
  let result: T;
  try {
    result = await work(tx);
  } catch (error) {
    await tx.rollBack(error);
    throw error;
  }
  await tx.commit();
  return result;
}

/** A class, because an object with accessors and functions made anew for each write takes V8 microseconds. */
class Lazy implements LazyTransaction {
  readonly #db: Database;
  #later: (() => Promise<void> | void)[] | undefined;
  #opened: Promise<Transaction> | undefined;
  #ended: Promise<void> | undefined;
  #finish: ((failure?: { error: unknown }) => void) | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  get begun(): boolean {
    return this.#opened !== undefined;
  }

  #open(): Promise<Transaction> {
    this.#opened ??= new Promise((resolve, reject) => {
      const finished = new Promise<void>((commit, rollBack) => {
        this.#finish = (failure) => (failure ? rollBack(failure.error) : commit());
      });
      finished.catch(() => {}); // nobody awaits it if no connection is available
      this.#ended = this.#db.transaction((tx) => {
        resolve(tx);
        return finished;
      });
      this.#ended.catch(reject);
    });
    return this.#opened;
  }

  query = async <R extends QueryRow>(statement: string | Sql, values?: readonly unknown[]) =>
    (await this.#open()).query<R>(withName(statement), values);

  rows = async <R extends QueryRow>(statement: string | Sql, values?: readonly unknown[]) =>
    (await this.#open()).rows<R>(withName(statement), values);

  row = async <R extends QueryRow>(statement: string | Sql, values?: readonly unknown[]) =>
    (await this.#open()).row<R>(withName(statement), values);

  rowsOfAll = async (statements: readonly Sql[]) => (await this.#open()).rowsOfAll(statements.map(namedStatement));

  lastRow = async <R extends QueryRow>(statement: Sql) => (await this.#open()).lastRow<R>(namedStatement(statement));

  afterCommit = (one: () => Promise<void> | void): void => {
    this.#later ??= [];
    this.#later.push(one);
  };

  async commit(): Promise<void> {
    this.#finish?.();
    await this.#ended;
    for (const one of this.#later ?? []) await one();
  }

  /** Ends with the same error, after the rollback. */
  async rollBack(error: unknown): Promise<void> {
    this.#finish?.({ error });
    await this.#ended?.catch(() => {});
  }
}
