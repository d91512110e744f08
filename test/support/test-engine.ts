import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Module } from '#kernel/module/module.ts';
import type { Locale } from '#kernel/text/text.ts';
import { createDemoAccounts } from '#modules/identity/server/account/create-demo-accounts.ts';
import { createFirstGroupsAndAdmin } from '#modules/identity/server/account/create-first-accounts.ts';
import { modules, resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import { readOfficerCaller } from '#server/auth/read-caller-of-account-without-session.ts';
import { startSession } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import type { Caller } from '#server/caller.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { createLog, type Log } from '#server/log.ts';
import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
import type { Platform, ServerModule } from '#server/platform/server-module-declaration.ts';
import { type RunningServer, startServer } from '#server/start/start-server-with-database-and-jobs.ts';
import type { InventedModule } from '../invented/invented-module.ts';
import { createTestDatabase, type PreparedState, type TestDatabase } from './test-database.ts';

/** The prefecture the test organisation works in (昆明市), and the officers it has there. */
export const testArea = '530100';
/** The password of every prepared account. */
export const testPassword = 'Test-Pass-2026';

/** Tests log nothing unless TEST_LOG=1 is set to find out why something failed. */
const quiet = !process.env.TEST_LOG;

/** Accounts of every test engine: one for each kind of reach. */
export type Officer = 'admin' | 'city' | 'county1' | 'county2' | 'county3';

export interface TestEngine {
  readonly db: TestDatabase;
  readonly engine: Engine;
  readonly platform: Platform & { modules: readonly ServerModule[] };
  readonly config: Config;
  readonly log: Log;
  /** An officer with their current rights, as the server sees one. */
  officer(username: string, locale?: Locale): Promise<Caller>;
  /** A member of the member centre, created if there is none with the name. */
  member(username: string, locale?: Locale): Promise<Caller>;
  close(): Promise<void>;
}

export interface TestEngineOptions {
  config?: Partial<Config>;
  /** Maximum number of connections of the pool. */
  max?: number;
  /** Its log, for tests that read log lines. */
  log?: Log;
  /** An invented module besides the real ones. */
  also?: InventedModule;
  /** The database to use; by default a new one with the officers below. */
  db?: TestDatabase;
}

const configOf = (dataDir: string, changes: Partial<Config> = {}): Config => ({
  ...readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: '0',
    CAPTCHA: '0',
    RATE_LIMIT: '0',
    INNER_NETWORKS: 'loopback',
    ADMIN_PASSWORD: testPassword,
  }),
  ...changes,
});

const makeFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-engine-'));

interface Declared {
  readonly resources: readonly AnyResource[];
  readonly modules: readonly Module[];
}
const declaredWithInvented = new WeakMap<InventedModule, Declared>();

/** The real declarations and those of an invented module: the same lists each time, as each list is checked once. */
function declaredWith(also: InventedModule | undefined): Declared {
  if (!also) return { resources, modules };
  const declared = declaredWithInvented.get(also) ?? {
    resources: [...resources, ...also.resources],
    modules: [...modules, also.module],
  };
  declaredWithInvented.set(also, declared);
  return declared;
}

function build(db: Database, config: Config, log: Log, also?: InventedModule) {
  const declared = declaredWith(also);
  return withFewConnections(db, () =>
    createEngine({
      db,
      config,
      log,
      resources: declared.resources,
      modules: (forget) => [...serverModules(forget, declared.modules), ...(also ? [also.server] : [])],
    }),
  );
}

/** Connections on which an engine and its server start. */
const connectionsToStart = 2;

/**
 * Starts something on few connections: everything that is read at the start is asked for at once, which would open all of the
 * pool. Each connection costs 30 ms of a processor, and most tests need two.
 */
async function withFewConnections<T>({ pool }: Database, start: () => Promise<T>): Promise<T> {
  const { max } = pool.options;
  pool.options.max = Math.min(max, connectionsToStart);
  try {
    return await start();
  } finally {
    pool.options.max = max;
  }
}

/** The real modules: the state that one with an invented module is built from, as after an upgrade that brings a module. */
const ofRealModules: PreparedState = { name: 'engine', build: (db) => prepare(db) };

const stateWith = (also?: InventedModule): PreparedState =>
  also ? { name: `engine_${also.module.name}`, from: ofRealModules, build: (db) => prepare(db, also) } : ofRealModules;

/**
 * Reference data, menu rules, the job queue and the officers of one prefecture: prepared once per run, then copied.
 */
async function prepare(db: Database, also?: InventedModule): Promise<void> {
  const config = configOf(makeFolder());
  const log = createLog({ level: quiet ? 'silent' : 'info' });
  try {
    const platform = await build(db, config, log, also);
    await createFirstGroupsAndAdmin(platform.engine);
    await createDemoAccounts(platform.engine, testArea, testPassword);
    await (await startServer({ platform, config, log })).stop();
    // no test depends on the minute in which it runs: scheduled work would change its rows
    await db.query(`update schedule set next_at = '2100-01-01'`);
  } finally {
    fs.rmSync(config.dataDir, { recursive: true, force: true });
  }
}

/** A complete engine on a database of its own: `afterAll(() => on.close())`. */
export async function createTestEngine(options: TestEngineOptions = {}): Promise<TestEngine> {
  const { also } = options;
  const max = options.max ? { max: options.max } : {};
  const db = options.db ?? (await createTestDatabase({ ...max, prepared: stateWith(also) }));
  const config = configOf(makeFolder(), options.config);
  const log = options.log ?? createLog({ level: quiet ? 'silent' : 'info' });
  const platform = await build(db, config, log, also);
  return {
    db,
    engine: platform.engine,
    platform,
    config,
    log,
    async officer(username, locale = 'zh-cn') {
      const row = await db.row<{ id: number }>('select id from auth_admin where username = $1', [username]);
      const caller = row && (await readOfficerCaller(db, row.id, locale));
      if (!caller) throw new Error(`no officer ${username}`);
      return caller;
    },
    async member(username, locale = 'zh-cn') {
      const row = await db.row<{
        id: number;
      }>(sql`insert into member (username, nickname, password) values (${username}, ${username}, '')
        on conflict (lower(username)) do update set nickname = excluded.nickname returning id`);
      return {
        type: 'member',
        id: row?.id ?? 0,
        name: username,
        super: false,
        nodes: new Set<string>(),
        grantKey: 'member',
        areaCode: '',
        departments: [],
        locale,
        ip: '127.0.0.1',
        userAgent: 'test',
        requestId: '',
        sessionId: 0,
      } as Caller;
    },
    async close() {
      platform.relay.stop();
      await db.close();
      fs.rmSync(config.dataDir, { recursive: true, force: true });
    },
  };
}

/** An HTTP answer together with its parsed envelope. */
export interface WireAnswer<T = unknown> {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  text: string;
  /** Of the envelope; NaN when the answer had none. */
  code: number;
  msg: string;
  data: T;
}

type Query = Readonly<Record<string, unknown>> | string;

/** A client with its tokens, as in a browser. */
export interface Client {
  readonly token: string;
  readonly refreshToken: string;
  get<T = unknown>(address: string, query?: Query, headers?: Readonly<Record<string, string>>): Promise<WireAnswer<T>>;
  post<T = unknown>(
    address: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<WireAnswer<T>>;
  del<T = unknown>(address: string, query?: Query, headers?: Readonly<Record<string, string>>): Promise<WireAnswer<T>>;
}

export interface TestApp extends TestEngine {
  readonly server: RunningServer;
  /** `http://127.0.0.1:<port>`, for tests that need a real connection. */
  readonly address: string;
  /** A client with a token of an officer or a member, without a token, or with the given one. */
  client(
    as: { officer: string } | { member: string } | { token: string; area: 'admin' | 'api' } | 'nobody',
    locale?: Locale,
  ): Promise<Client>;
}

/** The engine with its HTTP server on a free port: `afterAll(() => app.close())`. */
export async function startApp(options: TestEngineOptions = {}): Promise<TestApp> {
  const on = await createTestEngine(options);
  const { platform, config, log } = on;
  const server = await withFewConnections(on.db, () => startServer({ platform, config, log }));
  const signIn = (type: 'admin' | 'member', id: number) =>
    startSession(
      on.db,
      { type, id },
      { ip: '127.0.0.1', userAgent: 'test' },
      { seconds: on.config.tokenTtl, persistent: true, confirmed: true },
    );
  return {
    ...on,
    server,
    address: server.address,
    async client(as, locale = 'zh-cn') {
      if (as === 'nobody') return makeClient(server, 'batoken', '', '', locale);
      if ('token' in as)
        return makeClient(server, as.area === 'admin' ? 'batoken' : 'ba-user-token', as.token, '', locale);
      const caller = 'officer' in as ? await on.officer(as.officer) : await on.member(as.member);
      const session = await signIn(caller.type === 'member' ? 'member' : 'admin', caller.id);
      return makeClient(
        server,
        'officer' in as ? 'batoken' : 'ba-user-token',
        session.token,
        session.refreshToken,
        locale,
      );
    },
    async close() {
      await server.stop();
      await on.close();
    },
  };
}

function makeClient(
  { app }: RunningServer,
  header: string,
  token: string,
  refreshToken: string,
  locale: Locale,
): Client {
  async function call<T>(
    method: 'GET' | 'POST' | 'DELETE',
    address: string,
    query: Query,
    payload: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<WireAnswer<T>> {
    const written = typeof query === 'string' ? query : new URLSearchParams(flatten(query)).toString();
    const answer = await app.inject({
      method,
      url: written ? `${address}${address.includes('?') ? '&' : '?'}${written}` : address,
      headers: {
        server: 'true',
        'think-lang': locale,
        ...(token ? { [header]: token } : {}),
        ...(payload !== undefined ? { 'content-type': 'application/json' } : {}),
        ...more,
      },
      ...(payload !== undefined
        ? { payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload) }
        : {}),
    });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, ...readEnvelope<T>(answer.body) };
  }
  return {
    token,
    refreshToken,
    get: (address, query = '', headers) => call('GET', address, query, undefined, headers),
    post: (address, body = {}, headers) => call('POST', address, '', body, headers),
    del: (address, query = '', headers) => call('DELETE', address, query, undefined, headers),
  };
}

function readEnvelope<T>(body: string): { code: number; msg: string; data: T } {
  try {
    const { code = Number.NaN, msg = '', data = null } = JSON.parse(body) as { code?: number; msg?: string; data?: T };
    return { code, msg, data: data as T };
  } catch {
    return { code: Number.NaN, msg: '', data: null as T };
  }
}

/** `{search: [{field: 'a'}]}` → `search[0][field]=a`, as a BuildAdmin client writes URLs. */
function flatten(value: unknown, name = ''): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, one]) => flatten(one, name === '' ? key : `${name}[${key}]`));
}
