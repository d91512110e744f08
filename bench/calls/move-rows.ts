import { policy } from '#modules/insurance/contract/policy.ts';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import { system } from '#server/caller.ts';
import { readConfig } from '#server/config.ts';
import type { Transaction } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { createLog } from '#server/log.ts';
import { createEngine } from '#server/platform/create-engine.ts';
import { moveRows } from '#server/write/row-set/move-rows.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import type { Finding } from '../support/report.ts';

/** Rows moved at once, and turns, each of the product and of the bare statement; the median counts. */
const rows = 1000;
const turns = 9;
/** Minimum ratio to the bare statement. */
const target = 0.5;

/**
 * A declared move of 1,000 policies with a running clock, history, events and a message to each holder, within this
 * process, against a bare `update … returning` with two inserts on the same rows. Every turn is rolled back.
 */
export async function measureMoveRows({ db }: MeasuredServers): Promise<Finding> {
  const config = readConfig({ DEMO: '0', CAPTCHA: 'off', RATE_LIMIT: 'off' });
  const log = createLog({ level: 'silent' });
  const { engine } = await createEngine({ db, config, log, resources, modules: serverModules });
  const ids = await addPolicies(db);
  try {
    const [moved, bare]: [number[], number[]] = [[], []];
    const where = sql`t.id = any(${ids}::bigint[])`;
    for (let turn = 0; turn < turns; turn += 1) {
      moved.push(await timed(db, (tx) => moveRows(engine, policy, system(), { move: 'verify', where }, tx)));
      bare.push(await timed(db, (tx) => updateBarely(tx, ids)));
    }
    const ratio = medianOf(bare) / medianOf(moved);
    return {
      name: 'moveRows',
      title: `a move of ${rows} rows`,
      seen: `${medianOf(moved).toFixed(0)} ms with clocks, history, events and messages, ${medianOf(bare).toFixed(0)} ms for the bare statement: ${ratio.toFixed(2)} × (target ${target})`,
      values: { movedMs: medianOf(moved), bareMs: medianOf(bare), ratio },
    };
  } finally {
    await removePolicies(db, ids);
  }
}

const medianOf = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] as number;

class RolledBack extends Error {}

/** Milliseconds that the work takes in a transaction, which is then rolled back. */
async function timed(
  db: MeasuredServers['db'],
  work: (tx: Transaction) => Promise<readonly number[]>,
): Promise<number> {
  let took = 0;
  await db
    .transaction(async (tx) => {
      await tx.query('select 1');
      const started = performance.now();
      const { length } = await work(tx);
      took = performance.now() - started;
      if (length !== rows) throw new Error(`${length} rows were moved instead of ${rows}`);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return took;
}

async function updateBarely(tx: Transaction, ids: readonly number[]): Promise<readonly number[]> {
  const found = await tx.rows<{ id: number }>(sql`with w as (
      update insurance_policy set status = 'valid', version = version + 1, updatetime = now() where id = any(${[...ids]}::bigint[]) returning id
    ), h as (
      insert into history (resource, row_id, action, move, from_status, to_status, actor_type, actor_name, changes)
      select 'insurance/policy', id, 'move', 'verify', 'pending', 'valid', 'system', '', '{}' from w
    ), e as (
      insert into event (name, resource, row_id, payload) select 'insurance/policy.verified', 'insurance/policy', id, '{}' from w
    ) select id from w`);
  return found.map(({ id }) => id);
}

/** Policies of other kinds than the one whose cover is computed anew, each of an enterprise with an owner. */
async function addPolicies(db: MeasuredServers['db']): Promise<number[]> {
  await db.query(
    `insert into member (username, nickname, password) values ('bench_holder', 'bench', '') on conflict do nothing`,
  );
  const added = await db.rows<{ id: number }>(sql`
    insert into insurance_policy (enterprise_id, kind, insurer, policy_no, from_on, to_on)
    select e.id, 'accident', 'bench', 'bench-' || e.id, current_date, current_date + 365 from (select id from enterprise order by id limit ${rows}) e
    returning id`);
  const ids = added.map(({ id }) => id);
  await db.query(sql`insert into deadline (resource, row_id, move, clock, rule_code, rule_name, article, rule, start_at, due_at, estimated, served,
      status, pauses, warnings)
    select 'insurance/policy', id, 'add', 'verification', 'policy_verification', '', '', '{"unit":"workingDay","amount":5,"roll":"nextWorkday"}', now(),
      now() + interval '7 days', false, true, 'running', '[]', '[]' from unnest(${ids}::bigint[]) id`);
  return ids;
}

async function removePolicies(db: MeasuredServers['db'], ids: readonly number[]): Promise<void> {
  await db.query(sql`delete from deadline where resource = 'insurance/policy' and row_id = any(${[...ids]}::bigint[])`);
  await db.query(sql`delete from insurance_policy where id = any(${[...ids]}::bigint[])`);
}
