import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { flowSource } from '#modules/scenic/contract/visitor-flow-source-system.ts';
import { sql } from '#server/db/sql.ts';
import { openEncryptionKeyFile } from '#server/encryption-and-signing.ts';
import {
  issueSecret,
  signedText,
  signWith,
} from '#server/time-series/issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import { childrenCpuSeconds, cpuSeconds } from '../support/process-use.ts';
import type { Finding } from '../support/report.ts';

/** Spots of a large province, each with a reading a minute (domain reference §5). */
const spots = 900;
/** Batches of one minute of all spots, one after the other. */
const minutes = 120;
/** Batches of the warm-up: a server works all day, so it is measured warm. */
const warmUp = 60;
/** Platforms that send at once what they kept while the line was cut, each of a hundred spots, ten minutes a batch. */
const platforms = 9;
const minutesOfBatch = 10;
const batchesOfPlatform = 45;
/** The first of them warm up the connections that so many platforms use at once. */
const warmUpOfPlatform = 5;
const perDay = 650_000;
/** Share of the rate of a bare `copy` that the signed batches should reach. */
const least = 0.5;
const path = '/api/scenic.flow/push';
/** The same of the bare server, which copies the rows of a batch without a look at them. */
const barePath = '/copy-counts';

interface Reading {
  readonly of: number;
  readonly at: number;
  readonly entered: number;
  readonly departed: number;
}
type Batch = readonly Reading[];
type Keys = Awaited<ReturnType<typeof issueSecret>>;

/** Readings pushed in signed batches, with balances, levels and hours, against a bare `copy` of the same batches. */
export async function measureIngest(servers: MeasuredServers): Promise<Finding[]> {
  const { db, product, dataDir } = servers;
  const made = await db.rows<{ id: number }>(sql`
    insert into scenic_spot (name, name_en, enterprise_id, grade, area_code, place, duty_phone, instant_max, daily_max)
    select '景区 ' || n, 'Spot ' || n, (select min(id) from enterprise), '4a', '530102', point(102.7, 25), '0', 5000, 20000
    from generate_series(1, ${spots}::int) n returning id`);
  const keys: Keys[] = [];
  for (let n = 0; n < platforms; n++) {
    const source = await db.row<{ id: number }>(
      sql`insert into scenic_source (name, kind, area_code) values (${`bench ${n}`}, 'platform', '530000') returning id`,
    );
    keys.push(await issueSecret({ db, seal: openEncryptionKeyFile(dataDir) }, flowSource, source?.id ?? 0));
  }
  const ids = made.map(({ id }) => id);
  const readingsAt = readingsByMinute(ids, warmUp + minutes + minutesOfBatch * batchesOfPlatform);
  const first = keys[0] as Keys;
  for (let minute = 0; minute < warmUp; minute++)
    await pushBatch({ port: product.port, path }, first, readingsAt(minute));

  const live = Array.from({ length: minutes }, (_, n) => readingsAt(warmUp + n));
  const perPlatform = spots / platforms;
  const kept = keys.map((_, platform) =>
    Array.from({ length: batchesOfPlatform }, (_unused, batch) =>
      Array.from({ length: minutesOfBatch }, (_also, n) =>
        readingsAt(warmUp + minutes + batch * minutesOfBatch + n),
      ).flatMap((all) => all.slice(platform * perPlatform, (platform + 1) * perPlatform)),
    ),
  );
  const pushKept: Load['push'] = (to, platform, batch) => pushBatch(to, keys[platform] as Keys, batch);
  const sentLive = await compare(
    servers,
    'ingest-live',
    `one minute of ${spots} spots a batch, one batch after the other`,
    { lanes: [live], push: (to, _, batch) => pushBatch(to, first, batch) },
  );
  const toWarmUp = kept.map((batches) => batches.slice(0, warmUpOfPlatform));
  await timeLanes(toWarmUp, (lane, batch) => pushKept({ port: product.port, path }, lane, batch));
  const sentByPlatforms = await compare(
    servers,
    'ingest',
    `${platforms} platforms at once, ${perPlatform * minutesOfBatch} readings a batch`,
    { lanes: kept.map((batches) => batches.slice(warmUpOfPlatform)), push: pushKept },
  );
  return [sentLive, sentByPlatforms];
}

/**
 * Readings of all spots by minute, within the running hour as they come: hours that are over would be rolled up again by
 * every batch. Moments are to the millisecond: shortly after the hour whole seconds would be the same one.
 */
function readingsByMinute(ids: readonly number[], all: number): (minute: number) => Batch {
  const now = Date.now() / 1000;
  const hour = Math.floor(now / 3600) * 3600;
  return (minute) => {
    const at = Math.floor((hour + ((minute + 1) * (now - hour)) / (all + 1)) * 1000) / 1000;
    return ids.map((of) => ({ of, at, entered: (of * 7 + minute) % 20, departed: (of + minute) % 15 }));
  };
}

interface Address {
  readonly port: number;
  readonly path: string;
}

async function pushBatch({ port, path }: Address, { app_key, secret }: Keys, rows: Batch): Promise<void> {
  const body = JSON.stringify({ rows });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(12).toString('hex');
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-app-key': app_key,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-sign': signWith(secret, signedText({ method: 'POST', path, query: '', body, timestamp, nonce })),
    },
    body,
  });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { stored: number } };
  if (code !== 1 || data.stored !== rows.length) throw new Error(`${msg}: ${data?.stored} of ${rows.length} stored`);
}

/** Batches by lane: those of a lane follow one another, lanes run at once. */
interface Load {
  readonly lanes: readonly (readonly Batch[])[];
  readonly push: (to: Address, lane: number, batch: Batch) => Promise<void>;
}

/**
 * The rate of the product beside that of a bare copy of the same batches, over connections of their own with lines that are
 * ready; and, to tell what the way there costs, beside a bare server that is sent the same signed requests and copies them.
 * All three write the same log before they answer; the copies store neither balances nor levels, and are not partitioned.
 */
async function compare(
  { url, product, bare: server, postmaster }: MeasuredServers,
  name: string,
  title: string,
  load: Load,
): Promise<Finding> {
  const { lanes, push } = load;
  const readings = lanes.flat(2).length;
  const [node, database] = [cpuSeconds(product.pid), childrenCpuSeconds(postmaster)];
  const seconds = await timeLanes(lanes, (lane, batch) => push({ port: product.port, path }, lane, batch));
  const used = [cpuSeconds(product.pid) - node, childrenCpuSeconds(postmaster) - database];
  const microseconds = (cpu: number) => ((cpu / readings) * 1e6).toFixed(1);
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create table bench_flow (like scenic_flow, primary key (of_id, at, source))');
  const copied = await timeCopies(url, postmaster, lanes);
  const bare = readings / copied.seconds;
  // the first time warms it up, as the product is
  const sentTimes: number[] = [];
  for (let n = 0; n < 2; n++) {
    await client.query('truncate bench_flow');
    sentTimes.push(await timeLanes(lanes, (lane, batch) => push({ port: server.port, path: barePath }, lane, batch)));
  }
  const sent = readings / Math.min(...sentTimes);
  await client.query('drop table bench_flow');
  await client.end();
  const rate = readings / seconds;
  return {
    name,
    title: `${readings.toLocaleString('en')} readings: ${title}`,
    seen:
      `${rate.toFixed(0)}/s, a day of ${perDay.toLocaleString('en')} in ${(perDay / rate).toFixed(0)} s; ` +
      `${used.map(microseconds).join(' µs of node and ')} µs of the database a reading; ${(rate / bare).toFixed(2)} × a bare copy in ` +
      `${lanes.length === 1 ? 'the same batches' : 'as many connections'}, ${bare.toFixed(0)}/s and ${microseconds(copied.database)} µs (≥ ${least}); ` +
      `${(rate / sent).toFixed(2)} × a bare server that copies the same requests, ${sent.toFixed(0)}/s`,
    met: rate / bare >= least,
    values: { rate, bare, sent },
  };
}

async function timeLanes(lanes: Load['lanes'], each: (lane: number, batch: Batch) => Promise<void>): Promise<number> {
  const began = performance.now();
  await Promise.all(
    lanes.map(async (batches, lane) => {
      for (const batch of batches) await each(lane, batch);
    }),
  );
  return (performance.now() - began) / 1000;
}

/** The same batches copied into a table that has only the columns and the key: seconds, and those of the database's processor. */
async function timeCopies(
  url: string,
  postmaster: number,
  lanes: Load['lanes'],
): Promise<{ readonly seconds: number; readonly database: number }> {
  const clients = lanes.map(() => new pg.Client(url));
  for (const client of clients) await client.connect();
  const copy = async (lane: number, batch: Batch): Promise<void> => {
    const target = (clients[lane] as pg.Client).query(
      copyFrom('copy bench_flow (of_id, source, at, entered, departed) from stdin'),
    );
    const lines = batch.map(
      ({ of, at, entered, departed }) =>
        `${of}\tbench\t${new Date(at * 1000).toISOString()}\t${entered}\t${departed}\n`,
    );
    await new Promise<void>((done, failed) => target.on('finish', done).on('error', failed).end(lines.join('')));
  };
  const before = childrenCpuSeconds(postmaster);
  const seconds = await timeLanes(lanes, copy);
  const database = childrenCpuSeconds(postmaster) - before;
  for (const client of clients) await client.end();
  return { seconds, database };
}
