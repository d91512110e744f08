import { insurancePolicy } from '#modules/insurance/contract/insurance-policy.ts';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import { systemCaller } from '#server/caller.ts';
import { readConfig } from '#server/config.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { createLog } from '#server/log.ts';
import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import type { Finding } from '../support/report.ts';

/** Rows moved at once, and turns, each of the product and of the bare statement; the median counts. */
const rows = 1000;
const turns = 9;
/** Minimum ratio to the bare statement. */
const target = 0.5;

/**
 * A declared move of 1,000 policies with a running clock, history and events, within this process, against a bare
 * `update … returning` with two inserts on the same rows; and again with a message to a holder of each. Every turn is
 * rolled back.
 */
export async function measureMoveRows({ db }: MeasuredServers): Promise<Finding> {
  const config = readConfig({ DEMO: '0', CAPTCHA: 'off', RATE_LIMIT: 'off' });
  const log = createLog({ level: 'silent' });
  const { engine } = await createEngine({ db, config, log, resources, modules: serverModules });
  await removePolicies(db); // an interrupted run leaves them
  const ids = await addPolicies(db);
  const where = sql`t.id = any(${ids}::bigint[])`;
  const measure = async () => {
    const [moved, bare]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < turns; turn += 1) {
      moved.push(
        await timed(db, (tx) => moveRows(engine, insurancePolicy, systemCaller(), { move: 'verify', where }, tx)),
      );
      bare.push(await timed(db, (tx) => updateBarely(tx, ids)));
    }
    return { moved: medianOf(moved), bare: medianOf(bare), ratio: medianOf(bare) / medianOf(moved) };
  };
  try {
    const quiet = await measure();
    await addHolders(db);
    const told = await measure();
    const seen = ({ moved, bare, ratio }: typeof quiet) =>
      `${moved.toFixed(0)} ms, ${bare.toFixed(0)} ms for the bare statement: ${ratio.toFixed(2)} ×`;
    return {
      name: 'moveRows',
      title: `a move of ${rows} rows with clocks, history and events`,
      seen: `${seen(quiet)} (target ${target}); with a message to a holder of each ${seen(told)}`,
      values: {
        movedMs: quiet.moved,
        bareMs: quiet.bare,
        ratio: quiet.ratio,
        toldMs: told.moved,
        toldRatio: told.ratio,
      },
    };
  } finally {
    await removePolicies(db);
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

/** Policies of other kinds than the one whose cover is computed anew. */
async function addPolicies(db: MeasuredServers['db']): Promise<number[]> {
  const added = await db.rows<{ id: number }>(sql`
    insert into insurance_policy (enterprise_id, kind, insurer, policy_no, from_on, to_on)
    select e.id, 'accident', 'bench', 'bench-' || e.id, current_date, current_date + 365 from (select id from enterprise order by id limit ${rows}) e
    returning id`);
  const ids = added.map(({ id }) => id);
  await db.query(sql`insert into deadline (resource, row_id, move, clock, rule_code, rule_name, article, rule, start_at, due_at, estimated, served,
      status, pauses, warnings)
    select 'insurance/policy', id, 'add', 'verification', 'policy_verification', '', '', '{"unit":"workingDay","amount":5,"roll":"nextWorkday"}', now(),
      now() + interval '7 days', false, true, 'running', '[]', '[]' from unnest(${ids}::bigint[]) id`);
  await analyse(db);
  return ids;
}

/** An owner of each of their enterprises, who is told of the move. */
async function addHolders(db: MeasuredServers['db']): Promise<void> {
  await db.query(
    `insert into member (username, nickname, password) values ('bench_holder', 'bench', '') on conflict do nothing`,
  );
  await db.query(`insert into enterprise_person (enterprise_id, name, role, user_id, joined_at, status)
    select enterprise_id, 'bench', 'owner', (select id from member where username = 'bench_holder'), now(), 'active'
    from insurance_policy where insurer = 'bench'`);
  await analyse(db);
}

/** The tables were empty when they were last looked at, and plans for no rows are measured otherwise. */
const analyse = (db: MeasuredServers['db']) => db.query('analyze insurance_policy, deadline, enterprise_person');

async function removePolicies(db: MeasuredServers['db']): Promise<void> {
  await db.query(
    `delete from deadline where resource = 'insurance/policy' and row_id in (select id from insurance_policy where insurer = 'bench')`,
  );
  await db.query(`delete from insurance_policy where insurer = 'bench'`);
  await db.query(`delete from enterprise_person where name = 'bench'`);
}
