import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import type { Options } from '../options.ts';
import { checkPage } from '../support/comparison.ts';
import { type DriveResult, drive } from '../support/drive.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import type { Finding } from '../support/report.ts';

/** Sign-ins per minute, and the number of different people. */
const aMinute = 500;
const members = 40;
/** Limit for the slowest percent of lists meanwhile, in ms. */
const target = 100;
const password = 'Bench-2026';
const nameOf = (at: number) => `bench_member_${at % members}`;

/** Each sign-in takes a core and 19 MiB: how long lists take while 500 people per minute sign in, and without them. */
export async function measureSignIns({ db, product, headers }: MeasuredServers, options: Options): Promise<Finding> {
  const ms = options.slice * options.rounds;
  const read = (during = ms) => readLists({ product, headers }, during);
  const remove = async () => {
    await db.query(`delete from session where subject_type = 'member'
      and subject_id in (select id from member where username ~ '^bench_member_')`);
    await db.query(`delete from member where username ~ '^bench_member_'`);
  };
  await remove();
  const hashed = await hashPassword(password);
  await db.query(
    `insert into member (username, nickname, password, group_id)
      select 'bench_member_' || n, 'bench', $1, (select min(id) from user_group) from generate_series(0, $2::int - 1) n`,
    [hashed, members],
  );
  try {
    await read(Math.min(ms, 3000));
    const without = await read();
    const [others, entered] = await Promise.all([read(), signInSteadily(product.port, ms)]);
    const [quiet, busy] = [percentile(without.latencies), percentile(others.latencies)];
    const slowest = percentile(Float64Array.from(entered).sort());
    const rate = (entered.length / ms) * 60_000;
    return {
      name: 'sign-ins',
      title: `lists beside ${aMinute} sign-ins a minute`,
      seen:
        `p99 ${busy.toFixed(0)} ms (${quiet.toFixed(0)} ms without; target < ${target}); ` +
        `${entered.length} signed in, ${rate.toFixed(0)} a minute, p99 ${slowest.toFixed(0)} ms`,
      met: busy < target && rate >= aMinute * 0.95,
      values: { p99: busy, quietP99: quiet, lists: others.done, signIns: entered.length, signInP99: slowest },
    };
  } finally {
    await remove();
  }
}

/** Reads lists all the time, with two callers. */
export const readLists = (
  { product, headers }: Pick<MeasuredServers, 'product' | 'headers'>,
  ms: number,
): Promise<DriveResult> =>
  drive(
    {
      port: product.port,
      headers,
      next: () => ({ method: 'GET', path: '/admin/enterprise.enterprise/index?limit=20' }),
      check: (data) => checkPage(data, { rows: 20, total: true }),
    },
    2,
    ms,
  );

export const percentile = (ascending: Float64Array): number =>
  ascending[Math.floor(ascending.length * 0.99)] ?? Number.NaN;

/** Starts a sign-in at fixed intervals, whether or not earlier ones are done; returns how many ms each took. */
async function signInSteadily(port: number, ms: number): Promise<number[]> {
  const beat = 60_000 / aMinute;
  const started = performance.now();
  const entering: Promise<number>[] = [];
  for (let at = 0; at * beat < ms; at++) {
    await sleep(Math.max(0, started + at * beat - performance.now()));
    entering.push(enter(port, nameOf(at)));
  }
  return Promise.all(entering);
}

async function enter(port: number, username: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/api/user/checkIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', server: '1' },
    body: JSON.stringify({ tab: 'login', username, password }),
  });
  const answer = (await response.json()) as { code: number };
  if (answer.code !== 1) throw new Error(`${username} cannot sign in: ${JSON.stringify(answer)}`);
  return performance.now() - startedAt;
}
