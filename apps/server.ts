import path from 'node:path';
import { type Config, readConfig } from '#server/config.ts';
import { isAway } from '#server/db/availability.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { createLog, type Log } from '#server/log.ts';
import { checkAddressFree, runUntilSignal } from '#server/process.ts';
import type { RunningServer } from '#server/serve.ts';
import { StartupError } from '#server/startup-error.ts';
import { banner } from './banner.ts';

// What stands here is loaded before PostgreSQL is started, and everything else meanwhile (docs/decisions/0109).

/** Where people reach it when something stands in front of it, as in development. */
const outerAddress = process.argv.find((word) => word.startsWith('--address='))?.slice('--address='.length);
const pretty = process.argv.includes('--pretty') || process.stdout.isTTY === true;

interface Running {
  postgres: EmbeddedPostgres | undefined;
  db: Database;
  server: RunningServer;
}

type Fail = (reason: StartupError) => void;

async function start(log: Log, fail: Fail): Promise<Running> {
  const config = readConfig();
  await checkAddressFree(config);
  const starting = config.databaseUrl ? undefined : beginPostgres(config, log, fail);
  let db: Database | undefined;
  try {
    await starting?.launched;
    const { startPlatform } = await import('./start-platform.ts');
    const postgres = await starting?.postgres;
    db = await openDatabase({
      ...(config.databaseUrl ? { url: config.databaseUrl } : postgres?.address),
      max: 20,
      statementTimeout: 30_000,
      // our own starts again in a second or two, and clients wait ten
      ...(postgres ? { patience: 8000 } : {}),
      onAway: (error) => log.error({ reason: String(error) }, '数据库连接不上 the database is away'),
      onBack: (was) => log.warn(was, '数据库已恢复 the database is back'),
    });
    const { server, accounts } = await startPlatform(config, db, log);
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
    await starting?.postgres.then(
      (postgres) => postgres.stop(),
      () => {},
    );
    throw isAway(error) ? databaseLost(error) : error;
  }
}

/** `launched` once it is on its way; rejected where it fails before. */
function beginPostgres(config: Config, log: Log, fail: Fail) {
  let onLaunched = () => {};
  const launched = new Promise<void>((resolve) => {
    onLaunched = resolve;
  });
  const postgres = startEmbeddedPostgres({
    folder: path.join(config.dataDir, 'postgres'),
    onStep: (step) =>
      log.info(step === 'create' ? '正在创建数据库 creating the database' : '正在启动数据库 starting the database'),
    onLaunched,
    onDeath: (file) => log.error({ file }, 'the embedded database ended by itself and is started again'),
    onGivenUp: fail,
  });
  return { postgres, launched: Promise.race([launched, postgres]) };
}

const databaseLost = (cause: unknown) =>
  new StartupError(
    {
      'zh-cn': '启动过程中数据库连接中断，请确认数据库正常后重新启动。',
      en: 'The database connection was lost during start-up. Make sure the database is running, then start again.',
    },
    { cause },
  );

const log = createLog({ pretty });
/** Once it listens; load-server.ts waits for it. */
export const started = new Promise<void>((resolve) => {
  void runUntilSignal<Running>({
    log,
    async start(_signal, fail) {
      const running = await start(log, fail);
      resolve();
      return running;
    },
    async stop({ server, db, postgres }) {
      await server.stop();
      await db.close();
      await postgres?.stop();
    },
  });
});
