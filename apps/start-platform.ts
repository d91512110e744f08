import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { packageRoot } from '#data/package-root.ts';
import { demoServer } from '#modules/demo/server/cron-jobs-of-running-demo.ts';
import {
  createFirstGroupsAndAdmin,
  type FirstAccount,
} from '#modules/identity/server/account/create-first-accounts.ts';
import { modules as declaredModules, resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import type { Config } from '#server/config.ts';
import { retryWhileDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import type { ChangeListener } from '#server/db/listen-for-table-changes.ts';
import { runOneStartupAtATime } from '#server/db/one-startup-at-a-time.ts';
import type { Database } from '#server/db/open-database.ts';
import type { Log } from '#server/log.ts';
import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
import type { RunningServer } from '#server/start/start-server-with-database-and-jobs.ts';

/** Area and size of the demonstration data of a first start. */
const demo = { areaCode: '530100', size: 'prefecture' } as const;

export interface StartedPlatform {
  server: RunningServer;
  /** Accounts created by this start, with their passwords. */
  accounts: FirstAccount[];
}

/** Brings the database to the state this program needs, and listens. */
export async function startPlatform(
  config: Config,
  db: Database,
  ear: ChangeListener,
  log: Log,
): Promise<StartedPlatform> {
  const { platform, accounts, startServer } = await runOneStartupAtATime(db, () => prepare(config, db, log));
  const webRoot = path.join(packageRoot, 'dist', 'web');
  const lightPages = declaredModules.flatMap(({ pages = [] }) => pages.filter(({ light }) => light));
  return { server: await startServer({ platform, config, log, webRoot, lightPages, ear }), accounts };
}

/** Database preparation of every start; does nothing if another process has done it. */
async function prepare(config: Config, db: Database, log: Log) {
  const modules = (forget: () => void) => [...serverModules(forget), ...(config.demo ? [demoServer] : [])];
  const creating = retryWhileDatabaseUnavailable(() => createEngine({ db, config, log, resources, modules }));
  const [platform, { startServer }] = await Promise.all([creating, loadServing()]);
  return { platform, startServer, accounts: await prepareAccounts(config, platform.engine, log) };
}

/** Loads the call handlers while PostgreSQL answers: its queries are sent once this turn of the event loop ends. */
async function loadServing() {
  await setImmediate();
  return await import('#server/start/start-server-with-database-and-jobs.ts');
}

/** Creates the first administrator, and demonstration data in an empty database. */
async function prepareAccounts(
  config: Config,
  engine: Parameters<typeof createFirstGroupsAndAdmin>[0],
  log: Log,
): Promise<FirstAccount[]> {
  const first = await createFirstGroupsAndAdmin(engine);
  if (!first) return [];
  if (!config.demo) return [first];
  log.info('正在生成演示数据 loading demonstration data');
  const { addMissingDemoEnterprises: topUpDemo } = await import(
    '#modules/demo/server/add-missing-demo-enterprises-to-area.ts'
  );
  const { createTrialAccounts } = await import('./create-trial-accounts.ts');
  const { scoreDemoEnterprises } = await import('./score-demo-enterprises.ts');
  const made = await topUpDemo(engine, demo);
  await scoreDemoEnterprises(engine);
  log.info(made, '演示数据已载入 demonstration data loaded');
  return [first, ...(await createTrialAccounts(engine, demo.areaCode, config.adminPassword))];
}
