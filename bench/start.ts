import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { findRunningPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { startBuiltProduct } from '../test/support/server-process.ts';
import { makeTemporaryFolder, productSettings } from './support/measured-servers.ts';
import { residentBytes } from './support/process-use.ts';
import type { Finding } from './support/report.ts';

const mega = 2 ** 20;
/** Milliseconds of writing before everything is killed, and the number of simultaneous writers. */
const writing = { length: 5000, atOnce: 4 };

/** Number of warm starts, in turn with starts of an empty program; the median counts. */
const turns = 5;

/**
 * The first start in an empty folder, later ones in the same folder, and one after the server and its database were
 * killed while writing, each from spawning the built server to its first answer with status 200: with the embedded
 * PostgreSQL and demonstration data, as users start it. For comparison, how long an empty program takes, and then the
 * same database until its first answer.
 */
export async function measureStart(): Promise<Finding> {
  const folder = makeTemporaryFolder();
  const data = path.join(folder, 'data');
  const start = () => startBuiltProduct({ ...productSettings, DEMO: '1', DATABASE_URL: '', DATA_DIR: data });
  try {
    const cold = await start();
    await cold.stop();
    const [warms, bares]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < turns; turn++) {
      const one = await start();
      await one.stop();
      warms.push(one.startedIn);
      bares.push(await startBare(path.join(data, 'postgres')));
    }
    const [warm, bare] = [middleOf(warms), middleOf(bares)];
    const last = await start();
    const idle = residentBytes(last.pid) / mega;
    const writes = await writeUntilKilled(path.join(data, 'postgres'), () => last.kill());
    const killed = await start();
    await killed.stop();
    const [ofWarm, ofKilled] = [warm / bare, killed.startedIn / bare];
    const seconds = (ms: number) => (ms / 1000).toFixed(2);
    return {
      name: 'start',
      title: 'start to the first 200',
      seen: `cold ${seconds(cold.startedIn)} s, warm ${seconds(warm)} s (${ofWarm.toFixed(1)} × node and PostgreSQL alone, ${seconds(bare)} s), after a kill under ${writes} writes ${seconds(killed.startedIn)} s (${ofKilled.toFixed(1)} ×); ${idle.toFixed(0)} MB when idle`,
      values: {
        coldMs: cold.startedIn,
        warmMs: warm,
        killedMs: killed.startedIn,
        bareMs: bare,
        warmToBare: ofWarm,
        killedToBare: ofKilled,
        writes,
        idleMegabytes: idle,
      },
    };
  } finally {
    fs.rmSync(fs.realpathSync(folder), { recursive: true, force: true });
  }
}

const middleOf = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] as number;

/** Writes for a while, then kills the server and its database at once; returns the number of confirmed writes. */
async function writeUntilKilled(folder: string, kill: () => Promise<void>): Promise<number> {
  const address = findRunningPostgres(folder);
  if (!address) throw new Error('the database of the product is not to be found');
  const db = await openDatabase({ ...address, max: writing.atOnce, patience: 0 });
  const pid = Number(
    fs.readFileSync(path.join(fs.realpathSync(folder), 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
  );
  let ended = false;
  let written = 0;
  const write = async (from: number) => {
    for (let at = from; !ended; at += writing.atOnce) {
      try {
        // updates an enterprise with everything that its triggers maintain, like an edit
        await db.query(
          'update enterprise set updatetime = now() where id = (select id from enterprise order by id offset $1 limit 1)',
          [at % 200],
        );
        written++;
      } catch (error) {
        if (!ended) throw error;
      }
    }
  };
  const writers = Promise.all(Array.from({ length: writing.atOnce }, (_, at) => write(at)));
  await new Promise((resolve) => setTimeout(resolve, writing.length));
  ended = true;
  process.kill(pid, 'SIGKILL');
  await kill();
  await writers;
  await db.close();
  return written;
}

/** Milliseconds that Node takes to start and exit, and then this database to answer once. */
async function startBare(folder: string): Promise<number> {
  const started = performance.now();
  await once(spawn(process.execPath, ['-e', ''], { stdio: 'ignore' }), 'exit');
  const postgres = await startEmbeddedPostgres({ folder });
  const client = new pg.Client(postgres.address);
  await client.connect();
  await client.query('select 1');
  const took = performance.now() - started;
  await client.end();
  await postgres.stop();
  return took;
}
