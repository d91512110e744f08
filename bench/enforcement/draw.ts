import { setTimeout as sleep } from 'node:timers/promises';
import type { DrawRecord } from '#kernel/random-draw/draw-record-types.ts';
import { enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';
import { enforcementDomains } from '#modules/library/contract/domain/enforcement-domain.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { plainDraw, plainRoot } from '../../test/draw/plain-draw.ts';
import { checkPage } from '../support/comparison.ts';
import { drive } from '../support/drive.ts';
import { prefecture } from '../support/load-enterprises.ts';
import { median } from '../support/measure.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import type { Finding } from '../support/report.ts';

/** Enterprises drawn, officers listed, and draws; the median counts. */
const count = 5000;
const officers = 300;
const turns = 3;
/** The most that a draw may take of the bare computation, and that lists may take while it is made. */
const target = { ratio: 1.5, slower: 2 };
/** Milliseconds that the job which drafts the checks of a draw may take before it is given up. */
const longestDrafting = 300_000;

/**
 * Draws 5,000 of all enterprises by the calls of the product, from the opening of the seeds to the stored result, against
 * the roots and the draw computed barely from the published record; and how long lists take meanwhile.
 */
export async function measureDraw({ db, product, headers }: MeasuredServers, token: string): Promise<Finding> {
  const call = async <T>(address: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${product.port}${address}`, {
      method: body ? 'POST' : 'GET',
      headers: { batoken: token, server: '1', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as { code?: number; data: T };
    if (answer.code !== undefined && answer.code !== 1) throw new Error(`${address}: ${JSON.stringify(answer)}`);
    return answer.code === undefined ? (answer as T) : answer.data;
  };
  const lists = {
    port: product.port,
    headers,
    next: () => ({ method: 'GET' as const, path: '/admin/enterprise.enterprise/index?limit=20' }),
    check: (data: unknown) => checkPage(data, { rows: 20, total: true }),
  };
  const slowest = (latencies: Float64Array | readonly number[]) =>
    latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
  const plan = await preparePlan(db);
  try {
    await drive(lists, 2, 3000);
    const quiet = slowest((await drive(lists, 2, 5000)).latencies);
    const [drawn, bare, busy, frozen]: [number[], number[], number[], number[]] = [[], [], [], []];
    let objects = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      const { id, prepared } = await commitDraw(db, call, plan);
      frozen.push(prepared);
      const latencies: number[] = [];
      let running = true;
      const reading = (async () => {
        while (running) latencies.push(...(await drive(lists, 2, 250)).latencies);
      })();
      const started = performance.now();
      await call('/admin/enforcement.draw/open', { id }).finally(() => {
        running = false;
      });
      drawn.push(performance.now() - started);
      await reading;
      busy.push(slowest(latencies.toSorted((one, other) => one - other)));
      await call('/admin/enforcement.draw/publish', { id });
      const no = (await db.row<{ no: string }>(sql`select no from enforcement_draw where id = ${id}`))?.no ?? '';
      const record = await call<DrawRecord>(`/api/enforcement.draw/record?no=${no}`);
      objects = record.objects.length;
      await awaitDraftedChecks(db);
      bare.push(computeBarely(record));
    }
    const ratio = median(drawn) / median(bare);
    const slower = median(busy) / quiet;
    return {
      name: 'draw',
      title: `a draw of ${count} from ${objects} enterprises with ${officers} officers`,
      seen:
        `${median(drawn).toFixed(0)} ms, ${median(bare).toFixed(0)} ms barely: ${ratio.toFixed(2)} × (target ≤ ${target.ratio}); ` +
        `p99 of lists ${quiet.toFixed(1)} → ${median(busy).toFixed(1)} ms (target ≤ ${target.slower} ×); lists frozen in ${median(frozen).toFixed(0)} ms`,
      met: ratio <= target.ratio && slower <= target.slower,
      values: { drawnMs: median(drawn), bareMs: median(bare), ratio, quietP99: quiet, busyP99: median(busy), objects },
    };
  } finally {
    await removeDraws(db);
  }
}

/** Milliseconds for the roots and the draw in plain TypeScript, without the product, its database and its thread. */
function computeBarely({ commitment, objects, officers: listed, seeds, results }: DrawRecord): number {
  const started = performance.now();
  const roots = [plainRoot(objects), plainRoot(listed)];
  const { count: wanted, pairing } = commitment;
  const again = plainDraw({ objects, officers: listed, count: wanted, pairing }, seeds);
  const took = performance.now() - started;
  if (roots[0] !== commitment.object_root || JSON.stringify(again) !== JSON.stringify(results))
    throw new Error('the product drew something else');
  return took;
}

type Call = <T>(address: string, body?: object) => Promise<T>;

/** A draw with everything but its result: milliseconds of freezing, and its key. */
async function commitDraw(db: Database, call: Call, plan: number): Promise<{ id: number; prepared: number }> {
  const { id } = await call<{ id: number }>('/admin/enforcement.draw/add', {
    plan_id: plan,
    name: 'bench',
    count,
    pairing: 'local',
    draw_at: Math.floor(Date.now() / 1000) + 700,
    witnesses: [{ name: 'one' }, { name: 'two' }],
  });
  const started = performance.now();
  await call('/admin/enforcement.draw/prepare', { id });
  const prepared = performance.now() - started;
  await call('/admin/enforcement.draw/commit', { id });
  const witnesses = await db.rows<{ id: number }>(sql`select id from enforcement_draw_witness where draw_id = ${id}`);
  for (const witness of witnesses) {
    const { address } = await call<{ address: string }>('/admin/enforcement.draw/witnessCode', {
      id,
      witness: witness.id,
    });
    await call('/api/enforcement.draw/seed', {
      code: address.slice(address.lastIndexOf('#') + 1),
      seed: `seed ${witness.id}`,
    });
    // no officer is shown the codes of all witnesses, and the bench has one officer
    await db.query(sql`update enforcement_draw_witness set code_by = null where id = ${witness.id}`);
  }
  await db.query(
    sql`update enforcement_draw set draw_at = draw_at - interval '12 minutes', committed_at = committed_at - interval '12 minutes' where id = ${id}`,
  );
  return { id, prepared };
}

/** A published plan over all types, and officers of the prefecture for all domains. */
async function preparePlan(db: Database): Promise<number> {
  await removeDraws(db); // an interrupted run leaves them
  await db.query(sql`
    with a as (
      insert into auth_admin (username, nickname, password, group_arr, area_code)
      select 'bench draw ' || n, 'bench', '', '{}', ${prefecture} from generate_series(1, ${officers}) n returning id)
    insert into library_officer (admin_id, name, mobile, cert_no, cert_org, cert_valid_to, domains, area_code, capacity, status)
    select id, 'bench', '13800000000', 'BENCH' || id, 'bench', '2099-12-31', ${Object.keys(enforcementDomains)}::text[], ${prefecture}, 500, 'verified' from a`);
  const made = await db.row<{ id: number }>(sql`
    with d as (insert into auth_department (name, kind, area_code) values ('bench', 'bureau', ${prefecture}) returning id)
    insert into enforcement_plan (name, year, kind, basis, department_id, starts_on, ends_on, ent_types, count, area_code, status)
    select 'bench', 2026, 'random', 'bench', d.id, '2026-01-01', '2099-12-31', ${Object.keys(enterpriseTypes)}::text[], ${count}, ${prefecture}, 'published'
    from d returning id`);
  return made?.id ?? 0;
}

/** Waits until the checks of published draws are drafted, which a job does: it would disturb what is measured next. */
async function awaitDraftedChecks(db: Database): Promise<void> {
  const until = performance.now() + longestDrafting;
  const waiting = sql`select from subscriber_event where subscriber = 'enforcement/draft_checks_of_draw'
    union all select from graphile_worker.jobs where task_identifier = 'enforcement/draft_checks_of_draw'`;
  while (await db.row(waiting)) {
    if (performance.now() > until) throw new Error('the checks of a draw were not drafted');
    await sleep(200);
  }
}

async function removeDraws(db: Database): Promise<void> {
  await awaitDraftedChecks(db);
  const plans = sql`select id from enforcement_plan where name = 'bench'`;
  const checks = sql`select id from enforcement_check where plan_id in (${plans})`;
  await db.query(sql`delete from enforcement_check_officer where check_id in (${checks})`);
  await db.query(sql`delete from enforcement_check_answer where check_id in (${checks})`);
  await db.query(sql`delete from enforcement_check where plan_id in (${plans})`);
  await db.query(
    sql`delete from enforcement_draw_witness where draw_id in (select id from enforcement_draw where plan_id in (${plans}))`,
  );
  await db.query(sql`delete from enforcement_draw where plan_id in (${plans})`);
  await db.query(sql`delete from enforcement_plan where name = 'bench'`);
  await db.query(sql`delete from library_officer where name = 'bench'`);
  await db.query(sql`delete from auth_admin where username like 'bench draw %'`);
  await db.query(sql`delete from auth_department where name = 'bench'`);
}
