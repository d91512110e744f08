import { randomBytes } from 'node:crypto';
import { flowSource } from '#modules/scenic/contract/visitor-flow-source-system.ts';
import { sql } from '#server/db/sql.ts';
import { openEncryptionKeyFile } from '#server/encryption-and-signing.ts';
import { issueSecret, signedText, signWith } from '#server/time-series/issue-source-secrets-and-verify-signatures.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import type { Finding } from '../support/report.ts';

/** Spots of a large province, each with a reading a minute (domain reference §5): a batch is one minute of all of them. */
const spots = 900;
const minutes = 120;
/** Batches of the warm-up: a server works all day, so it is measured warm. */
const warmUp = 60;
const perDay = 650_000;
/** Share of the rate of a bare insert that the signed batches should reach. */
const least = 0.5;

/** Readings pushed in signed batches, with balances, levels and hours, against a bare insert of the same rows. */
export async function measureIngest({ db, product, dataDir }: MeasuredServers): Promise<Finding> {
  const path = '/api/scenic.flow/push';
  const source = await db.row<{ id: number }>(
    sql`insert into scenic_source (name, kind, area_code) values ('bench', 'platform', '530000') returning id`,
  );
  const made = await db.rows<{ id: number }>(sql`
    insert into scenic_spot (name, name_en, enterprise_id, grade, area_code, place, duty_phone, instant_max, daily_max)
    select '景区 ' || n, 'Spot ' || n, (select min(id) from enterprise), '4a', '530102', point(102.7, 25), '0', 5000, 20000
    from generate_series(1, ${spots}::int) n returning id`);
  const keys = await issueSecret({ db, seal: openEncryptionKeyFile(dataDir) }, flowSource, source?.id ?? 0);
  // within the running hour, as they come: hours that are over would be rolled up again by every batch
  const now = Date.now() / 1000;
  const hour = Math.floor(now / 3600) * 3600;
  // to the millisecond: shortly after the hour whole seconds would be the same moment
  const momentOf = (minute: number) =>
    Math.floor((hour + ((minute + 1) * (now - hour)) / (warmUp + minutes + 1)) * 1000) / 1000;
  const rowsOf = (minute: number) =>
    made.map(({ id }) => ({
      of: id,
      at: momentOf(minute),
      entered: (id * 7 + minute) % 20,
      departed: (id + minute) % 15,
    }));
  const push = async (minute: number) => {
    const body = JSON.stringify({ rows: rowsOf(minute) });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const nonce = randomBytes(12).toString('hex');
    const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-app-key': keys.app_key,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-sign': signWith(keys.secret, signedText({ method: 'POST', path, query: '', body, timestamp, nonce })),
      },
      body,
    });
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { stored: number } };
    if (code !== 1 || data.stored !== spots) throw new Error(`${msg}: ${data?.stored} of ${spots} stored`);
  };
  for (let minute = 0; minute < warmUp; minute += 1) await push(minute);
  const began = performance.now();
  for (let minute = warmUp; minute < warmUp + minutes; minute += 1) await push(minute);
  const rate = (spots * minutes) / ((performance.now() - began) / 1000);
  const bare = await insertRate(db, rowsOf);
  return {
    name: 'ingest',
    title: `${(spots * minutes).toLocaleString('en')} readings pushed in signed batches of ${spots}`,
    seen: `${rate.toFixed(0)}/s, a day of ${perDay.toLocaleString('en')} in ${(perDay / rate).toFixed(0)} s; ${(rate / bare).toFixed(2)} × a bare insert of arrays (≥ ${least})`,
    met: rate / bare >= least,
    values: { rate, bare },
  };
}

type Rows = readonly { of: number; at: number; entered: number; departed: number }[];

/** The same rows by the fastest statement that a driver without `copy` has: one insert of arrays for each batch. */
async function insertRate(db: MeasuredServers['db'], rowsOf: (minute: number) => Rows): Promise<number> {
  await db.query(`create table bench_flow (like scenic_flow, primary key (of_id, at, source))`);
  const batches = Array.from({ length: minutes }, (_, minute) => rowsOf(minute));
  const began = performance.now();
  for (const rows of batches)
    await db.query(sql`insert into bench_flow (of_id, source, at, entered, departed)
      select "of", 'bench', to_timestamp(at), entered, departed from unnest(${rows.map(({ of }) => of)}::bigint[],
        ${rows.map(({ at }) => at)}::float8[], ${rows.map(({ entered }) => entered)}::int[], ${rows.map(({ departed }) => departed)}::int[])
        r ("of", at, entered, departed)`);
  const seconds = (performance.now() - began) / 1000;
  await db.query('drop table bench_flow');
  return (spots * minutes) / seconds;
}
