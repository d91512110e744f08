import path from 'node:path';
import { type Config, readConfig } from '#server/config.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '#server/db/embedded/embedded-postgres.ts';
import { checkAddressFree } from '#server/run-program-until-signal.ts';

/** Receives the events of the embedded PostgreSQL. */
export type PostgresListener = Required<Pick<EmbeddedPostgresOptions, 'onStep' | 'onDeath' | 'onGivenUp'>>;

/** The first part of a start, which needs almost nothing of the program. */
export interface EarlyStart {
  config: Config;
  /** Undefined: DATABASE_URL names a database. */
  postgres: Promise<EmbeddedPostgres> | undefined;
  /** Resolves once the process of PostgreSQL exists, or has failed. */
  launched: Promise<unknown>;
  /** Reports events to a listener, including earlier ones. */
  follow(listener: PostgresListener): void;
}

/**
 * Reads the settings, checks that the address is free, and starts PostgreSQL. The program is loaded meanwhile, which
 * takes as long (load-server.ts, docs/decisions/database.md).
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
  postgres.catch(() => {}); // reported to whoever awaits it later
  return { config, postgres, launched: Promise.race([launched, postgres.catch(() => {})]), follow };
}

/** The early start of this process; the program reports its errors. */
export const earlyStart = startEarly();
earlyStart.catch(() => {});
