import { setTimeout as sleep } from 'node:timers/promises';
import { runCronJobNow } from '#server/jobs/cron-jobs-and-their-runs.ts';
import { writeComparisons } from '../calls/writes.ts';
import type { Options } from '../options.ts';
import type { Comparison } from '../support/comparison.ts';
import { drive } from '../support/drive.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import type { Finding } from '../support/report.ts';
import { loadBureau, pastChecksOf, pendingChecks } from './load-checks.ts';

/** Approvals with the rules of frequency and joint visits, among a million past checks, against one bare insert. */
export function approvalComparison(servers: MeasuredServers, options: Options, token: string): Comparison {
  const { db, product } = servers;
  return {
    name: 'approval',
    title: `approval of a check, among ${pastChecksOf(options)} past ones, against one bare insert`,
    target: 0.3,
    async sides() {
      const waiting = await db.rows<{ id: number }>(
        `select id from enforcement_check where status = 'pending_approval' order by id limit $1`,
        [pendingChecks],
      );
      const added = writeComparisons(servers, options).find(({ name }) => name === 'add');
      if (!added) throw new Error('no comparison of added rows');
      const { bare } = await added.sides();
      return {
        bare,
        product: {
          port: product.port,
          headers: `batoken: ${token}\r\nserver: 1\r\naccept: application/json\r\nthink-lang: zh-cn\r\n`,
          next() {
            const { id } = waiting.pop() ?? {};
            if (id === undefined) throw new Error('no check waits any more');
            return { method: 'POST', path: '/admin/enforcement.check/approve', body: JSON.stringify({ id }) };
          },
          check() {},
        },
      };
    },
  };
}

const job = 'draft_cycle_checks';
/** Seconds for so many enterprises, and milliseconds a list may take meanwhile. */
const longest = 60;
const measuredFor = 60_000;
const slowestList = 1000;

/** A cycle over all active enterprises, drafted by the nightly job while lists are read. */
export async function measureCycles({ db, product, headers }: MeasuredServers): Promise<Finding> {
  await loadBureau(db);
  await db.query(`insert into enforcement_cycle (name, department_id, basis, domain, ent_types, area_code, checklist_id, unit, every, starts_on, ahead_days, assignment, status)
    select 'bench', (select min(id) from auth_department), '旅游法第八十五条', 'travel', array(select distinct ent_type from enterprise), '530000',
      (select min(c.id) from library_checklist c join library_checklist_item i on i.checklist_id = c.id where c.status = 'published'),
      'year', 1, current_date - 20, 10, 'rotate', 'active'`);
  const started = performance.now();
  const latencies: number[] = [];
  let ended = false;
  const reading = (async () => {
    while (!ended) {
      const { latencies: some } = await drive(
        {
          port: product.port,
          headers,
          next: () => ({ method: 'GET', path: '/admin/enterprise.enterprise/index?limit=20' }),
          check() {},
        },
        2,
        1000,
      );
      latencies.push(...some);
    }
  })();
  await runCronJobNow(db, job, 'bench');
  for (let status = 'waiting'; status === 'waiting' || status === 'running'; ) {
    if (performance.now() - started > 900_000) throw new Error('the cycle was not drafted in a quarter of an hour');
    await sleep(200);
    const row = await db.row<{ status: string; error: string | null }>(
      `select status, error from schedule_run where name = $1 order by id desc limit 1`,
      [job],
    );
    status = row?.status ?? 'waiting';
    if (status !== 'waiting' && status !== 'running' && status !== 'done')
      throw new Error(`the cycle was not drafted: ${row?.error ?? status}`);
  }
  const seconds = (performance.now() - started) / 1000;
  ended = true;
  await reading;
  latencies.sort((a, b) => a - b);
  const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
  const made = await db.row<{ drafted: number; skipped: number }>(
    'select count(check_id)::int as drafted, count(skipped)::int as skipped from enforcement_cycle_object',
  );
  const [drafted, skipped] = [made?.drafted ?? 0, made?.skipped ?? 0];
  const limit = (Math.max(drafted + skipped, 1) / measuredFor) * longest;
  return {
    name: 'cycles',
    title: `checks of a cycle, ${drafted} drafted, ${skipped} skipped`,
    seen: `${seconds.toFixed(1)} s (≤ ${limit.toFixed(0)}); lists meanwhile p99 ${p99.toFixed(0)} ms (≤ ${slowestList})`,
    met: seconds <= limit && p99 <= slowestList,
    values: { seconds, drafted, skipped, p99 },
  };
}
