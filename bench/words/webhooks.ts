import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/db/sql.ts';
import type { Options } from '../options.ts';
import { type DriveResult, drive, type Side } from '../support/drive.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import type { Finding } from '../support/report.ts';
import { addActiveApplication } from './active-application.ts';

/** Events in the minute that is measured, the webhooks that receive them, and how long each receiver takes (ms). */
const events = 10_000;
const webhooks = 4;
const slowness = 300;
/** How much slower the slowest hundredth of the lists may become. */
const mostTimes = 1.5;
const seconds = 20;
/** Milliseconds in which what is still on its way afterwards has to arrive. */
const longestRest = 10_000;

/** The slowest hundredth of the calls of a slice (ms). */
const slowestHundredth = ({ latencies }: DriveResult): number =>
  latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN;

/** Lists while ten thousand events a minute are sent to receivers that answer slowly, and before. */
export async function measureWebhooks(servers: MeasuredServers, { connections }: Options): Promise<Finding> {
  const { db, product, headers } = servers;
  const receiver = createServer((request, response) => {
    request.resume();
    setTimeout(() => response.end('ok'), slowness);
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  try {
    const { id, call } = await addActiveApplication(servers, '事件接收');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const ids: number[] = [];
    for (let n = 0; n < webhooks; n++) {
      const hook = { application_id: id, name: `接收${n}`, url, topics: ['enterprise/enterprise'], open: '1' };
      const made = await call<{ id: number }>('api.webhook/add', hook);
      await call('api.webhook/issueSecret', { id: made.id });
      ids.push(made.id);
    }
    const lists: Side = {
      port: product.port,
      headers,
      next: () => ({ method: 'GET', path: '/admin/enterprise.enterprise/index?limit=10' }),
      check: () => undefined,
    };
    await drive(lists, connections, 2000);
    const before = slowestHundredth(await drive(lists, connections, seconds * 1000));
    const flooding = flood(servers, ids);
    const during = slowestHundredth(await drive(lists, connections, seconds * 1000));
    const queued = await flooding;
    const count = async () =>
      (
        await db.row<{ n: number }>(
          sql`select count(*)::int as n from api_delivery where status = 'delivered' and webhook_id = any(${ids}::bigint[])`,
        )
      )?.n ?? 0;
    const ended = performance.now();
    let delivered = await count();
    while (delivered < queued && performance.now() - ended < longestRest) {
      await sleep(200);
      delivered = await count();
    }
    const rest = (performance.now() - ended) / 1000;
    return {
      name: 'webhooks',
      title: `lists while ${events} events a minute go to receivers that take ${slowness} ms`,
      seen: `p99 ${before.toFixed(0)} ms before and ${during.toFixed(0)} ms during it, ${(during / before).toFixed(2)} times (≤ ${mostTimes}); ${delivered} of ${queued} delivered, the last ${rest.toFixed(1)} s after the end of ${seconds} s`,
      met: during <= before * mostTimes && delivered === queued,
      values: { before, during, delivered, rest },
    };
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
}

/** Queues events as subscribers do, a second's worth at a time. Returns their number. */
async function flood({ db }: MeasuredServers, ids: readonly number[]): Promise<number> {
  const perSecond = Math.ceil(events / 60);
  for (let second = 0; second < seconds; second++) {
    const started = performance.now();
    await db.query(sql`
      with queued as (
        insert into api_delivery (webhook_id, event_id, event, subject_resource, subject_id, payload, next_at)
        select (${ids}::bigint[])[1 + n % ${ids.length}::int], ${second * perSecond}::int + n, 'enterprise/enterprise.edited', 'enterprise/enterprise',
          1 + (${second * perSecond}::int + n) % 900, json_build_object('id', n, 'row_id', 1 + n), now()
        from generate_series(1, ${perSecond}::int) n returning webhook_id)
      select graphile_worker.add_job('deliver_webhook', json_build_object('webhook', webhook_id), queue_name => 'deliver_webhook:' || webhook_id,
        job_key => 'deliver_webhook:' || webhook_id, max_attempts => 3) from (select distinct webhook_id from queued) q`);
    await sleep(Math.max(0, 1000 - (performance.now() - started)));
  }
  return seconds * perSecond;
}
