import path from 'node:path';
import { type Config, readConfig } from '#server/config.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '#server/db/embedded/embedded-postgres.ts';
import { checkAddressFree } from '#server/process.ts';

/** Told what becomes of the embedded PostgreSQL. */
export type PostgresListener = Required<Pick<EmbeddedPostgresOptions, 'onStep' | 'onDeath' | 'onGivenUp'>>;

/** The part of a start that needs nearly nothing of the program. */
export interface EarlyStart {
  config: Config;
  /** Undefined: DATABASE_URL names a database. */
  postgres: Promise<EmbeddedPostgres> | undefined;
  /** Once its process is there, or it has failed. */
  launched: Promise<unknown>;
  /** Tells what happens from now on, and what happened before. */
  follow(listener: PostgresListener): void;
}

/**
 * Reads the settings, looks whether the address is free, and starts PostgreSQL, which takes as long as loading the
 * program: it is loaded meanwhile (load-server.ts, docs/decisions/database.md).
 */
async function startEarly(): Promise<EarlyStart> {
  const config = readConfig();
  await checkAddressFree(config);
  const before: ((listener: PostgresListener) => void)[] = [];
  let following: PostgresListener | undefined;
  const report = (what: (listener: PostgresListener) => void) => {
    if (following) what(following);
    else before.push(what);
  };
  const follow = (listener: PostgresListener) => {
    following = listener;
    for (const what of before.splice(0)) what(listener);
  };
  if (config.databaseUrl) return { config, postgres: undefined, launched: Promise.resolve(), follow };
  let onLaunched = () => {};
  const launched = new Promise<void>((resolve) => {
    onLaunched = resolve;
  });
  const postgres = startEmbeddedPostgres({
    folder: path.join(config.dataDir, 'postgres'),
    onStep: (step) => report((listener) => listener.onStep(step)),
    onLaunched,
    onDeath: (file) => report((listener) => listener.onDeath(file)),
    onGivenUp: (reason) => report((listener) => listener.onGivenUp(reason)),
  });
  postgres.catch(() => {}); // told to whoever awaits it, which is later
  return { config, postgres, launched: Promise.race([launched, postgres.catch(() => {})]), follow };
}

/** Of this process; what fails is told by the program, which knows how. */
export const earlyStart = startEarly();
earlyStart.catch(() => {});
