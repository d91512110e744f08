import { setTimeout as sleep } from 'node:timers/promises';
import { startSession } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import type { Options } from '../options.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import type { Finding } from '../support/report.ts';
import { percentile, readLists } from './sign-ins.ts';

/** Simultaneous calls of a page, and milliseconds until the next member returns to one. */
const atOnce = 10;
const beat = 500;
/** Limits for the slowest percent, in ms: of a list meanwhile, and of a page until it is complete. */
const most = { list: 100, page: 500 };
const username = 'bench_returning';

/**
 * Members return to a page whose token has expired: all its calls are refused, one refresh follows, and all calls are
 * repeated. Measures how long lists take meanwhile, and without it.
 */
export async function measureRefreshStorm(servers: MeasuredServers, options: Options): Promise<Finding> {
  const { db, product } = servers;
  const ms = options.slice * options.rounds;
  const remove = async () => {
    await db.query(`delete from session where subject_type = 'member'
      and subject_id in (select id from member where username = '${username}')`);
    await db.query(`delete from member where username = '${username}'`);
  };
  await remove();
  const member = await db.row<{ id: number }>(`insert into member (username, nickname, password, group_id)
    select '${username}', 'bench', '', min(id) from user_group returning id`);
  try {
    await readLists(servers, Math.min(ms, 3000));
    const without = await readLists(servers, ms);
    const comeBack = async (): Promise<number> => {
      const device = { ip: '127.0.0.1', userAgent: 'bench' };
      const subject = { type: 'member', id: member?.id ?? 0 } as const;
      return returnTo(product.port, await startSession(db, subject, device, { seconds: 0, persistent: true }));
    };
    const [others, returned] = await Promise.all([readLists(servers, ms), everyBeat(ms, comeBack)]);
    const [quiet, busy] = [percentile(without.latencies), percentile(others.latencies)];
    const slowest = percentile(Float64Array.from(returned).sort());
    return {
      name: 'refresh',
      title: `lists beside ${60_000 / beat} pages a minute with an expired token`,
      seen:
        `p99 ${busy.toFixed(0)} ms (${quiet.toFixed(0)} ms without; target < ${most.list}); ${returned.length} × ${atOnce} calls ` +
        `refused, one refresh, all made again: p99 ${slowest.toFixed(0)} ms (target < ${most.page})`,
      met: busy < most.list && slowest < most.page,
      values: { p99: busy, quietP99: quiet, lists: others.done, pages: returned.length, pageP99: slowest },
    };
  } finally {
    await remove();
  }
}

/** Starts one at fixed intervals, whether or not earlier ones are done; returns their results. */
async function everyBeat(ms: number, work: () => Promise<number>): Promise<number[]> {
  const started = performance.now();
  const begun: Promise<number>[] = [];
  for (let at = 0; at * beat < ms; at++) {
    await sleep(Math.max(0, started + at * beat - performance.now()));
    begun.push(work());
  }
  return Promise.all(begun);
}

interface Tokens {
  token: string;
  refreshToken: string;
}

/** Opens one page again, as a BuildAdmin client does; milliseconds until it is complete. */
async function returnTo(port: number, { token, refreshToken }: Tokens): Promise<number> {
  const startedAt = performance.now();
  const request = async (path: string, as: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', server: '1', 'ba-user-token': as },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as { code: number; data: { token: string } };
  };
  const all = (as: string) => Promise.all(Array.from({ length: atOnce }, () => request('/api/account/profile', as)));
  const expect = (answers: readonly { code: number }[], code: number) => {
    const other = answers.find((one) => one.code !== code);
    if (other) throw new Error(`${code} was due: ${JSON.stringify(other)}`);
  };
  expect(await all(token), 409);
  const fresh = await request('/api/common/refreshToken', token, { refresh_token: refreshToken });
  expect([fresh], 1);
  expect(await all(fresh.data.token), 1);
  return performance.now() - startedAt;
}
