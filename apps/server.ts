import { setImmediate } from 'node:timers/promises';
import { findWritableEvidenceTables } from '#server/db/append-only-evidence-tables.ts';
import { restrictedRole } from '#server/db/database-role-that-cannot-change-evidence.ts';
import { isDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import type { EmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import type { Database } from '#server/db/open-database.ts';
import { createLog, type Log } from '#server/log.ts';
import { runUntilSignal } from '#server/run-program-until-signal.ts';
import type { RunningServer } from '#server/start/start-server-with-database-and-jobs.ts';
import { StartupError } from '#server/startup-error.ts';
import { earlyStart } from './early-start.ts';
import { type OpenedDatabase, openPlatformDatabase } from './open-database.ts';
import { banner } from './startup-banner.ts';

/** Address people use when a proxy is in front, as in development. */
const outerAddress = process.argv.find((word) => word.startsWith('--address='))?.slice('--address='.length);
const pretty = process.argv.includes('--pretty') || process.stdout.isTTY === true;

interface Running {
  postgres: EmbeddedPostgres | undefined;
  db: Database;
  server: RunningServer;
}

async function start(log: Log, fail: (reason: StartupError) => void): Promise<Running> {
  const { config, postgres: starting, launched, follow } = await earlyStart;
  follow({
    onStep: (step) =>
      log.info(step === 'create' ? '正在创建数据库 creating the database' : '正在启动数据库 starting the database'),
    onDeath: (file) => log.error({ file }, 'the embedded database ended by itself and is started again'),
    onGivenUp: fail,
  });
  let opened: OpenedDatabase | undefined;
  try {
    await launched;
    const open = async () => {
      const postgres = await starting;
      opened = postgres
        ? await openPlatformDatabase({ ...postgres.address, user: restrictedRole }, postgres.address, log)
        : await openPlatformDatabase(
            { url: config.databaseUrl },
            config.databaseOwnerUrl ? { url: config.databaseOwnerUrl } : undefined,
            log,
          );
      if (!postgres) await warnOfWritableEvidence(opened.db, log);
      return { ...opened, postgres };
    };
    // while PostgreSQL starts and answers; an error there ends the start at once
    const [{ db, ear, postgres }, { startPlatform }] = await Promise.all([open(), loadPlatform()]);
    const { server, accounts } = await startPlatform(config, db, ear, log);
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
    await opened?.ear.stop();
    await opened?.db.close();
    await starting?.then(
      (postgres) => postgres.stop(),
      () => {},
    );
    throw isDatabaseUnavailable(error) ? databaseLost(error) : error;
  }
}

/** The embedded database has a role without these rights; of another one only its operator can take them. */
async function warnOfWritableEvidence(db: Database, log: Log): Promise<void> {
  const tables = await findWritableEvidenceTables(db);
  if (tables.length > 0)
    log.warn(
      { tables },
      '数据库账号有权改动证据，见 docs/RUNNING.md the database role may change evidence, see docs/RUNNING.md',
    );
}

/** Yields to the event loop: a connection is established in one turn and used in the next. */
async function breathe(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) await setImmediate();
}

/** Loads the platform in parts, so that answers of PostgreSQL are handled in between. */
async function loadPlatform() {
  await breathe();
  for (const load of [
    () => import('#modules/registry.ts'),
    () => import('#server/platform/create-engine-and-prepare-modules.ts'),
    () => import('#modules/server.ts'),
  ]) {
    await load();
    await breathe();
  }
  return await import('./start-platform.ts');
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
/** Resolves once the server listens; load-server.ts waits for it. */
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
