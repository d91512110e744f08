import os from 'node:os';
import pg from 'pg';
import { readConfigValue } from '#server/config.ts';
import { allowUndocumentedFeatures } from '#server/db/driver/allow-undocumented-driver-features.ts';
import {
  DatabaseUnavailableError,
  defaultDatabaseWait,
  isDatabaseUnavailable,
  wasNeverSent,
  watchDatabaseAvailability,
} from '#server/db/driver/database-availability.ts';
import { createOutageTolerantPool, type OutageTolerantPool } from '#server/db/driver/outage-tolerant-pool.ts';
import { decodingParsers, decodingParsersWithTextAsBytes } from '#server/db/driver/postgres-result-type-parsers.ts';
import { runStatementOnConnection } from '#server/db/driver/run-statement-on-connection.ts';
import { createReadPipelines } from '#server/db/driver/send-short-reads-over-pipelined-connections.ts';
import {
  type TransactionConnection,
  takeTransactionConnection,
} from '#server/db/driver/take-connection-for-pipelined-or-sequential-transaction.ts';
import { Sql } from '#server/db/sql.ts';
import { StartupError } from '#server/startup-error.ts';

/** Older servers lack `nulls not distinct`, `merge` and `security_invoker` views. */
const OLDEST_VERSION = 150_000;

/** A row of a result. The caller states its columns. */
export type QueryRow = pg.QueryResultRow;

/** Runs statements: the database itself, or a transaction on it. */
export interface Queryable {
  /** Runs a statement, which is text with values or a composed piece of SQL. */
  query<R extends QueryRow = QueryRow>(
    statement: string | Sql,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<R>>;
  /** Runs a statement and returns its rows. */
  rows<R extends QueryRow = QueryRow>(statement: string | Sql, values?: readonly unknown[]): Promise<R[]>;
  /** Runs a statement and returns its first row. Undefined: it has none. */
  row<R extends QueryRow = QueryRow>(statement: string | Sql, values?: readonly unknown[]): Promise<R | undefined>;
}

/** One connection that is held for a while, for advisory locks, cursors and LISTEN. */
export interface Session extends Queryable {
  readonly client: pg.PoolClient;
}

/** A running transaction: all its statements take effect together or not at all. */
export interface Transaction extends Queryable {
  /** Runs statements in this order and returns the rows of each, in one round trip where the driver allows it. */
  rowsOfAll(statements: readonly Sql[]): Promise<QueryRow[][]>;
  /**
   * Runs the last statement, commits in the same round trip, and returns its first row. If the statement fails,
   * everything is rolled back. Only for whoever began the transaction.
   */
  lastRow<R extends QueryRow = QueryRow>(statement: Sql): Promise<R | undefined>;
  /** Runs `work` after the commit, when others can see what was written. If `work` fails, nothing is undone. */
  afterCommit(work: () => Promise<void> | void): void;
}

export interface Database extends Queryable {
  readonly pool: pg.Pool;
  /** Whether the database is known to be unavailable at this moment. */
  away(): boolean;
  /** True if all statements run in a transaction that somebody else ends (database-within-transaction.ts). */
  readonly enclosed?: boolean;
  /** Holds one connection while `work` runs. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction: commits when it resolves, rolls back when it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Address of a database: a URL, or the socket of the embedded PostgreSQL. */
export interface DatabaseAddress {
  url?: string;
  /** Host name, or the folder of a Unix socket. */
  host?: string;
  port?: number;
  user?: string;
  database?: string;
}

export interface DatabaseOptions extends DatabaseAddress {
  /** Maximum number of connections, without those of pipelines. */
  max?: number;
  /** Maximum number of connections on which brief reads are pipelined; opened on demand. */
  pipelines?: number;
  /**
   * Whether undocumented parts of `pg` are used (`allow-undocumented-driver-features.ts`). Without them no pipelines are
   * opened and no statement is prepared under a name. Default: the setting PG_PATCHES.
   */
  driverPatches?: boolean;
  /** Opens a pipeline at once, for programs that read much from the start. */
  readsAtOnce?: boolean;
  /** Milliseconds after which PostgreSQL cancels a statement; 0 = never. */
  statementTimeout?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** How many milliseconds a call waits for an unavailable database before it is refused. */
  patience?: number;
  /** Called once when the database becomes unavailable (restart, network), not for every broken connection and call. */
  onAway?: (error: unknown) => void;
  /** Called once when it is available again, with the duration and the number of refused calls. */
  onBack?: (was: { seconds: number; refused: number }) => void;
}

/** A statement with its text, parameters and options. */
interface Statement extends pg.QueryConfig {
  /** As {@link Sql.brief}. */
  brief?: boolean;
}

/**
 * Milliseconds after which an idle connection is closed. A new one costs some 40 ms of a processor, and its statements are
 * planned anew; an idle one holds some 10 MB.
 */
const idleLimit = 60_000;

/**
 * The default number of pipelines. Each backend runs one statement at a time, so that together they use up to half of
 * the machine's cores.
 */
const usualPipelines = Math.min(4, Math.max(1, Math.floor(os.availableParallelism() / 2)));

/** Opens a pool and checks that the server responds and is new enough. Throws a {@link StartupError}. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url !== undefined) checkUrl(options.url);
  const pool = new pg.Pool({
    ...addressOf(options),
    max: options.max ?? 10,
    statement_timeout: options.statementTimeout ?? 0,
    application_name: options.applicationName ?? 'xingjian',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: idleLimit,
    // lets idle connections notice a server that vanished
    keepAlive: true,
    options: '-c timezone=UTC',
    types: decodingParsers,
  });
  // without a listener, a connection that breaks while nobody awaits it (57P01 at a restart) would end the process
  pool.on('connect', (client) => client.on('error', () => {}));
  const patches = options.driverPatches ?? readConfigValue('driverPatches');
  if (patches) pool.on('connect', allowUndocumentedFeatures);
  pool.on('error', (error) => availability.report(error));
  const availability = watchDatabaseAvailability({
    probe: () => probeServer(options),
    ...(options.onAway ? { onAway: options.onAway } : {}),
    ...(options.onBack ? { onBack: options.onBack } : {}),
  });
  const patient = createOutageTolerantPool(pool, availability, options.patience ?? defaultDatabaseWait);
  const pipelines = createReadPipelines({
    max: patches ? (options.pipelines ?? usualPipelines) : 0,
    connection: pool.options,
    otherwise: (statement) => patient.query(statement),
    report: (error) => availability.report(error),
  });
  try {
    await Promise.all([checkServer(pool), patches && options.readsAtOnce && pipelines.open()]);
  } catch (error) {
    availability.close();
    await Promise.all([pipelines.close(), pool.end()]);
    throw error instanceof StartupError ? error : explainConnectFailure(options, error);
  }
  return {
    ...queryableOn(
      <R extends QueryRow>(statement: Statement) =>
        (statement.brief && !availability.away && pipelines.send<R>(statement)) || patient.query<R>(statement),
    ),
    pool,
    away: () => availability.away,
    session: (work) => runSession(patient, work),
    transaction: (work) => runTransaction(() => takeTransactionConnection(patient, patches), work),
    close: async () => {
      availability.close();
      await Promise.all([pipelines.close(), pool.end()]);
    },
  };
}

/** Checks that the server accepts connections, over a separate one: those of the pool may be busy or broken. */
async function probeServer(address: DatabaseAddress): Promise<void> {
  const client = new pg.Client({ ...addressOf(address), connectionTimeoutMillis: 1000, query_timeout: 1000 });
  client.on('error', () => {}); // the rejection that follows reports it
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => {});
  }
}

function addressOf({ url, host, port, user, database }: DatabaseAddress): pg.PoolConfig {
  return url === undefined ? { host, port, user, database } : { connectionString: url };
}

const configOf = ({ name, text, values, bytes, brief }: Sql): Statement => ({
  name,
  text,
  values,
  types: bytes ? decodingParsersWithTextAsBytes : undefined,
  brief,
});

/** The three methods of {@link Queryable}, for anything that runs a statement. */
export function queryableOn(run: <R extends QueryRow>(statement: Statement) => Promise<pg.QueryResult<R>>): Queryable {
  const query = <R extends QueryRow>(statement: string | Sql, values?: readonly unknown[]) =>
    run<R>(
      statement instanceof Sql
        ? configOf(statement)
        : { name: undefined, text: statement, values: values && [...values], types: undefined, brief: false },
    );
  return {
    query,
    rows: async <R extends QueryRow>(statement: string | Sql, values?: readonly unknown[]) =>
      (await query<R>(statement, values)).rows,
    row: async <R extends QueryRow>(statement: string | Sql, values?: readonly unknown[]) =>
      (await query<R>(statement, values)).rows[0],
  };
}

/** Runs work on one connection. A broken connection does not return to the pool. */
async function onClient<T>(client: pg.PoolClient, work: (session: Session) => Promise<T>) {
  let broken = false;
  const queryable = queryableOn(async <R extends QueryRow>(statement: pg.QueryConfig) => {
    try {
      return await runStatementOnConnection<R>(client, statement);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      broken = true;
      throw new DatabaseUnavailableError({ uncertain: !wasNeverSent(error), cause: error });
    }
  });
  try {
    return await work({ query: queryable.query, rows: queryable.rows, row: queryable.row, client });
  } catch (error) {
    broken ||= isDatabaseUnavailable(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

const runSession = async <T>(pool: OutageTolerantPool, work: (session: Session) => Promise<T>): Promise<T> =>
  onClient(await pool.connect(), work);

async function runTransaction<T>(
  take: () => Promise<TransactionConnection>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const later: (() => Promise<void> | void)[] = [];
  const connection = await take();
  let result: T;
  try {
    result = await work(transactionOn(connection, later));
    await connection.commit();
  } catch (error) {
    await connection.rollBack();
    throw error;
  } finally {
    connection.release();
  }
  for (const one of later) await one();
  return result;
}

function transactionOn(connection: TransactionConnection, later: (() => Promise<void> | void)[]): Transaction {
  const { query, rows, row } = queryableOn(
    async <R extends QueryRow>(statement: Statement) => (await connection.run([statement]))[0] as pg.QueryResult<R>,
  );
  return {
    query,
    rows,
    row,
    rowsOfAll: async (statements) =>
      (await connection.run(statements.map(configOf))).map((result) => result.rows as QueryRow[]),
    lastRow: async <R extends QueryRow>(statement: Sql) =>
      (await connection.runAndCommit(configOf(statement))).rows[0] as R | undefined,
    afterCommit: (one) => void later.push(one),
  };
}

async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string; encoding: string }>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
  );
  const version = Number(rows[0]?.version);
  if (version < OLDEST_VERSION) {
    const found = Math.floor(version / 10_000);
    throw new StartupError({
      'zh-cn': `数据库是 PostgreSQL ${found}，需要 15 或更高版本。`,
      en: `The database is PostgreSQL ${found}; version 15 or newer is needed.`,
    });
  }
  if (rows[0]?.encoding !== 'UTF8') {
    throw new StartupError({
      'zh-cn': `数据库编码是 ${rows[0]?.encoding}，需要 UTF8。`,
      en: `The database is encoded in ${rows[0]?.encoding}; UTF8 is needed.`,
    });
  }
}

function checkUrl(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined;
  if (protocol === 'postgres:' || protocol === 'postgresql:') return;
  throw new StartupError({
    'zh-cn': 'DATABASE_URL 不是有效的地址，应形如 postgres://用户:密码@主机:5432/数据库。',
    en: 'DATABASE_URL is not a valid address; it should look like postgres://user:password@host:5432/database.',
  });
}

/** The address without its password, for messages. */
function describeAddress({ url, host, database }: DatabaseAddress): string {
  if (url === undefined) return `${host}/${database}`;
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || 'localhost'}:${port || '5432'}${pathname}`;
}

function explainConnectFailure(address: DatabaseAddress, error: unknown): StartupError {
  const at = describeAddress(address);
  const { code, message } = error as NodeJS.ErrnoException;
  const [zh, en] = connectFailures[code ?? ''] ?? [message, message];
  return new StartupError(
    {
      'zh-cn': `无法连接数据库 ${at}：${zh}，请检查 DATABASE_URL。`,
      en: `Cannot connect to the database at ${at}: ${en}; check DATABASE_URL.`,
    },
    { cause: error },
  );
}

/** Explanations of failures to connect, by the error code of Node or of PostgreSQL (appendix A of its manual). */
const connectFailures: Readonly<Record<string, readonly [zh: string, en: string] | undefined>> = {
  ECONNREFUSED: ['没有服务在该地址监听', 'nothing listens there'],
  ENOENT: ['套接字不存在', 'the socket does not exist'],
  ENOTFOUND: ['主机名无法解析', 'the host name cannot be resolved'],
  EAI_AGAIN: ['主机名无法解析', 'the host name cannot be resolved'],
  ETIMEDOUT: ['连接超时', 'the connection timed out'],
  EHOSTUNREACH: ['主机不可达', 'the host cannot be reached'],
  '28P01': ['用户名或密码错误', 'wrong user name or password'],
  '28000': ['该用户不被允许登录', 'this user is not allowed to sign in'],
  '3D000': ['数据库不存在', 'there is no such database'],
  '42501': ['该用户没有权限', 'this user lacks permission'],
  '53300': ['数据库连接数已满', 'the server has no free connections'],
  '57P03': ['数据库正在启动或关闭', 'the server is starting up or shutting down'],
};
