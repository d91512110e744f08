import path from 'node:path';
import v8 from 'node:v8';
import { topUpDemo } from '#modules/demo/server/top-up.ts';
import { createFirstAdmin, type FirstAccount } from '#modules/identity/server/first-accounts.ts';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import { type Config, readConfig } from '#server/config.ts';
import { createEngine } from '#server/create-engine.ts';
import { isAway, repeatWhileAway } from '#server/db/availability.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startInTurn } from '#server/db/start-in-turn.ts';
import { createLog, type Log } from '#server/log.ts';
import { packageRoot } from '#server/package-root.ts';
import { checkAddressFree, runUntilSignal } from '#server/process.ts';
import { type RunningServer, serve } from '#server/serve.ts';
import { StartupError } from '#server/startup-error.ts';
import { banner } from './banner.ts';
import { createTrialAccounts } from './trial-accounts.ts';

/** The area and size of the demonstration data a first start brings. */
const demo = { areaCode: '530100', size: 'prefecture' } as const;

/** Garbage may double the heap, not make four of it: what many callers left lay about as 150 MB (docs/decisions/0012). */
v8.setFlagsFromString('--heap-growing-percent=100');

/** Where people reach it when something stands in front of it, as in development. */
const outerAddress = process.argv.find((word) => word.startsWith('--address='))?.slice('--address='.length);
const pretty = process.argv.includes('--pretty') || process.stdout.isTTY === true;

interface Running {
  postgres: EmbeddedPostgres | undefined;
  db: Database;
  server: RunningServer;
}

async function start(log: Log, fail: (reason: StartupError) => void): Promise<Running> {
  const config = readConfig();
  await checkAddressFree(config);
  let postgres: EmbeddedPostgres | undefined;
  let db: Database | undefined;
  try {
    if (!config.databaseUrl) {
      postgres = await startEmbeddedPostgres({
        folder: path.join(config.dataDir, 'postgres'),
        onStep: (step) =>
          log.info(step === 'create' ? '正在创建数据库 creating the database' : '正在启动数据库 starting the database'),
        onDeath: (file) => log.error({ file }, 'the embedded database ended by itself and is started again'),
        onGivenUp: fail,
      });
    }
    const opened = await openDatabase({
      ...(config.databaseUrl ? { url: config.databaseUrl } : postgres?.address),
      max: 20,
      statementTimeout: 30_000,
      // our own starts again in a second or two, and clients wait ten
      ...(postgres ? { patience: 8000 } : {}),
      onAway: (error) => log.error({ reason: String(error) }, '数据库连接不上 the database is away'),
      onBack: (was) => log.warn(was, '数据库已恢复 the database is back'),
    });
    db = opened;
    const applied = await repeatWhileAway(() => migrateDatabase(opened));
    if (applied.length) log.info({ applied: applied.length }, '数据库结构已更新 schema migrated');
    const { platform, accounts } = await startInTurn(db, () => prepare(config, opened, log));
    const server = await serve({ platform, config, log, webRoot: path.join(packageRoot, 'dist', 'web') });
    process.stdout.write(
      banner({
        address: outerAddress ?? server.address,
        accounts,
        dataDir: config.dataDir,
        embedded: !config.databaseUrl,
      }),
    );
    return { postgres, db, server };
  } catch (error) {
    await db?.close();
    await postgres?.stop();
    throw isAway(error) ? databaseLost(error) : error;
  }
}

const databaseLost = (cause: unknown) =>
  new StartupError(
    {
      'zh-cn': '启动过程中数据库连接中断，请确认数据库正常后重新启动。',
      en: 'The database went away while the product was starting; make sure that it runs, then start again.',
    },
    { cause },
  );

/** What every start does to the database; nothing, where another has done it. */
async function prepare(config: Config, db: Database, log: Log) {
  const platform = await repeatWhileAway(async () => {
    await db.query('call create_partitions(3)');
    return createEngine({ db, config, log, resources, modules: serverModules });
  });
  return { platform, accounts: await prepareAccounts(config, platform.engine, log) };
}

/** The first administrator, and a demonstration prefecture where nothing is on record yet. */
async function prepareAccounts(
  config: Config,
  engine: Parameters<typeof createFirstAdmin>[0],
  log: Log,
): Promise<FirstAccount[]> {
  const first = await createFirstAdmin(engine);
  if (!first) return [];
  if (!config.demo) return [first];
  log.info('正在生成演示数据 loading demonstration data');
  const made = await topUpDemo(engine, demo);
  log.info(made, '演示数据已载入 demonstration data loaded');
  return [first, ...(await createTrialAccounts(engine, demo.areaCode, config.adminPassword))];
}

const log = createLog({ pretty });
await runUntilSignal<Running>({
  log,
  start: (_signal, fail) => start(log, fail),
  async stop({ server, db, postgres }) {
    await server.stop();
    await db.close();
    await postgres?.stop();
  },
});
