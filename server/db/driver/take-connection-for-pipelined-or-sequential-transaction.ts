import type { Writable } from 'node:stream';
import type pg from 'pg';
import {
  DatabaseUnavailableError,
  isDatabaseUnavailable,
  wasNeverSent,
} from '#server/db/driver/database-availability.ts';
import type { OutageTolerantPool } from '#server/db/driver/outage-tolerant-pool.ts';
import { runStatementOnConnection } from '#server/db/driver/run-statement-on-connection.ts';

/** Members of a client that the driver's types do not declare. */
interface PrivateClient {
  /** Whether statements are sent without waiting for the answers to earlier ones. */
  pipeline: boolean;
  connection: { stream: Writable };
}

/** A transaction on a connection of its own. */
export interface TransactionConnection {
  /** Runs statements in this order and returns their results. Fails with the first error. */
  run(statements: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]>;
  /** Runs the last statement and commits. If it fails, everything is rolled back. */
  runAndCommit(statement: pg.QueryConfig): Promise<pg.QueryResult>;
  /** Does nothing if no statement has run, or after {@link runAndCommit}. */
  commit(): Promise<void>;
  /** Does nothing if the transaction has ended. */
  rollBack(): Promise<void>;
  /** Returns the connection to the pool, or closes a broken one. */
  release(): void;
}

/**
 * Takes a connection for a transaction. `pipelined` needs clients that may use undocumented features: `begin` is sent
 * together with the first statements and `commit` with the last one. Each round trip wakes a sleeping backend and then this
 * process, which takes longer than what many statements do. Otherwise each statement waits for the one before.
 */
export async function takeTransactionConnection(
  pool: OutageTolerantPool,
  pipelined: boolean,
): Promise<TransactionConnection> {
  return pipelined
    ? new PipelinedTransaction(pool, await pool.connect())
    : new SequentialTransaction(await pool.connect('begin'));
}

/** What both have in common: they end once, and a broken connection does not return to the pool. */
abstract class ConnectedTransaction implements TransactionConnection {
  /** Undefined: it broke, and no other could be opened. */
  protected client: pg.PoolClient | undefined;
  protected begun: boolean;
  protected ended = false;
  #broken = false;

  constructor(client: pg.PoolClient, begun: boolean) {
    this.client = client;
    this.begun = begun;
  }

  abstract run(statements: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]>;
  protected abstract sendWithCommit(statement: pg.QueryConfig): Promise<pg.QueryResult[]>;

  async runAndCommit(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    this.held();
    try {
      const [result, committed] = (await this.sendWithCommit(statement)) as [pg.QueryResult, pg.QueryResult];
      this.ended = true;
      requireCommitted(committed);
      return result;
    } catch (error) {
      throw this.explain(error, { uncertain: true });
    }
  }

  async commit(): Promise<void> {
    if (!this.begun || this.ended) return;
    try {
      const committed = await this.held().query('commit');
      this.ended = true;
      requireCommitted(committed);
    } catch (error) {
      throw this.explain(error, { uncertain: true });
    }
  }

  async rollBack(): Promise<void> {
    if (!this.begun || this.ended) return;
    this.ended = true;
    // PostgreSQL rolls back what was not committed before a connection broke
    if (!this.#broken) await this.client?.query('rollback').catch((error) => this.explain(error, { uncertain: false }));
  }

  release(): void {
    this.client?.release(this.#broken);
  }

  /** The connection of a transaction that has not ended. */
  protected held(): pg.PoolClient {
    if (!this.client || this.ended) throw new Error('the transaction has ended');
    return this.client;
  }

  /** The error as callers see it. `uncertain`: what was sent may have been committed. */
  protected explain(error: unknown, { uncertain }: { readonly uncertain: boolean }): unknown {
    if (!isDatabaseUnavailable(error)) return error;
    this.#broken = true;
    return new DatabaseUnavailableError({ uncertain: uncertain && !wasNeverSent(error), cause: error });
  }
}

class SequentialTransaction extends ConnectedTransaction {
  constructor(client: pg.PoolClient) {
    super(client, true);
  }

  async run(statements: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
    const client = this.held();
    const results: pg.QueryResult[] = [];
    try {
      for (const statement of statements) results.push(await runStatementOnConnection(client, statement));
    } catch (error) {
      throw this.explain(error, { uncertain: false });
    }
    return results;
  }

  protected async sendWithCommit(statement: pg.QueryConfig): Promise<pg.QueryResult[]> {
    return [...(await this.run([statement])), await this.held().query('commit')];
  }
}

class PipelinedTransaction extends ConnectedTransaction {
  readonly #pool: OutageTolerantPool;

  constructor(pool: OutageTolerantPool, client: pg.PoolClient) {
    super(client, false);
    this.#pool = pool;
    setPipeline(client, true);
  }

  async run(statements: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
    const begins = !this.begun;
    try {
      return await this.#send(statements);
    } catch (error) {
      if (!begins || !isDatabaseUnavailable(error)) throw this.explain(error, { uncertain: false });
    }
    // an idle connection that had broken: nothing was done, so that all of it is repeated on another one
    this.client?.release(true);
    this.client = undefined;
    this.client = await this.#pool.connect('begin');
    setPipeline(this.client, true);
    try {
      return await this.#send(statements);
    } catch (error) {
      throw this.explain(error, { uncertain: false });
    }
  }

  override release(): void {
    if (this.client) setPipeline(this.client, false);
    super.release();
  }

  protected async sendWithCommit(statement: pg.QueryConfig): Promise<pg.QueryResult[]> {
    try {
      return await this.#send([statement], ['commit']);
    } finally {
      this.ended = true; // if the statement failed, `commit` has rolled back
    }
  }

  /** Sends all of it in one piece, after `begin` if that has not been sent. Fails with the first error. */
  async #send(statements: readonly pg.QueryConfig[], further: readonly string[] = []): Promise<pg.QueryResult[]> {
    const client = this.held();
    const { stream } = (client as unknown as PrivateClient).connection;
    stream.cork();
    const began = this.begun ? [] : [client.query('begin')];
    this.begun = true;
    const sent = [
      ...began,
      ...statements.map((statement) => runStatementOnConnection(client, statement)),
      ...further.map((statement) => client.query(statement)),
    ];
    stream.uncork();
    const answers = await Promise.allSettled(sent);
    const failed = answers.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return answers.slice(began.length).map((answer) => (answer as PromiseFulfilledResult<pg.QueryResult>).value);
  }
}

const setPipeline = (client: pg.PoolClient, on: boolean): void => {
  (client as unknown as PrivateClient).pipeline = on;
};

/**
 * After a failed statement PostgreSQL answers `commit` with a rollback: code that caught the failure must not continue
 * as if the earlier writes were committed.
 */
function requireCommitted({ command }: pg.QueryResult): void {
  if (command !== 'COMMIT') throw new Error('a statement of this transaction failed, so it was rolled back');
}
