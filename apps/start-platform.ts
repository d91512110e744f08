import path from 'node:path';
import { topUpDemo } from '#modules/demo/server/top-up.ts';
import { createFirstAdmin, type FirstAccount } from '#modules/identity/server/first-accounts.ts';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import type { Config } from '#server/config.ts';
import { createEngine } from '#server/create-engine.ts';
import { repeatWhileAway } from '#server/db/availability.ts';
import type { Database } from '#server/db/connect.ts';
import { hearChanges } from '#server/db/hear-changes.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startInTurn } from '#server/db/start-in-turn.ts';
import type { Log } from '#server/log.ts';
import { packageRoot } from '#server/package-root.ts';
import { type RunningServer, serve } from '#server/serve.ts';
import { createTrialAccounts } from './trial-accounts.ts';

/** The area and size of the demonstration data a first start brings. */
const demo = { areaCode: '530100', size: 'prefecture' } as const;

export interface StartedPlatform {
  server: RunningServer;
  /** Made by this start, with their passwords. */
  accounts: FirstAccount[];
}

/** Brings the database to what this program needs, and listens. */
export async function startPlatform(config: Config, db: Database, log: Log): Promise<StartedPlatform> {
  const listening = hearChanges(db, log);
  try {
    const applied = await repeatWhileAway(() => migrateDatabase(db));
    if (applied.length) log.info({ applied: applied.length }, '数据库结构已更新 schema migrated');
    const ear = await listening; // before anything is read of which it tells the changes
    const { platform, accounts } = await startInTurn(db, () => prepare(config, db, log));
    const webRoot = path.join(packageRoot, 'dist', 'web');
    return { server: await serve({ platform, config, log, webRoot, ear }), accounts };
  } catch (error) {
    await (await listening).stop();
    throw error;
  }
}

/** What every start does to the database; nothing, where another has done it. */
async function prepare(config: Config, db: Database, log: Log) {
  const platform = await repeatWhileAway(() => createEngine({ db, config, log, resources, modules: serverModules }));
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
