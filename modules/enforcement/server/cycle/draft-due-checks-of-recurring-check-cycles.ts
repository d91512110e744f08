import { randomBytes } from 'node:crypto';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { checkItem } from '#modules/library/contract/check-item/check-item.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { keyOfVersionInForceSql } from '#server/read/condition/version-in-force-sql.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { checkAnswer, checkOfficer } from '../../contract/check/officers-answers-and-signatures-of-check.ts';
import { type CyclePeriod, duePeriods, periodsBetween } from '../../contract/cycle/periods-of-recurring-check-cycle.ts';
import { type RecurringCheckCycle, recurringCheckCycle } from '../../contract/cycle/recurring-check-cycle.ts';
import { recurrenceOfCheckCycle } from './parse-recurrence-of-check-cycle-row.ts';
import {
  type StoredCycle,
  selectEnterprisesDaysAndOfficersOfPeriodSql,
} from './select-enterprises-days-and-officers-of-check-cycle-period-sql.ts';

/** Checks drafted in one transaction, and such transactions at a time: few enough that nobody who reads or writes waits. */
const atOnce = 500;
const sideBySide = 2;

/** A cycle with all that its periods follow from. Dates are text. */
export type RunningCycle = StoredCycle & RecurringCheckCycle;

/** Cycles of alias `t` as the generator reads them. */
export const cycleColumns = sql`t.id, t.name, t.department_id, t.basis, t.domain, t.ent_types, t.risk_classes, t.area_code, t.checklist_id,
  t.unit, t.every, t.cron, t.starts_on::text, t.ends_on::text, t.season_from, t.season_to, t.ahead_days, t.assignment, t.status`;

const drafted = text('按检查周期起草', 'Drafted by a cycle of checks');

/**
 * Drafts the checks of all active cycles that are due and not drafted yet. It can be repeated and run twice at once: a
 * period is planned once for each enterprise, and what was missed during a downtime is drafted for the present period
 * only. Returns the number of drafted checks.
 */
export async function draftDueChecksOfCycles(
  engine: Engine,
  {
    signal,
    of,
    today = shanghaiToday(),
  }: { readonly signal?: AbortSignal; readonly of?: number; readonly today?: string } = {},
): Promise<number> {
  const cycles = await engine.db.rows<RunningCycle>(sql`select ${cycleColumns} from enforcement_cycle t
    where t.status = 'active'${of === undefined ? sql.empty : sql` and t.id = ${of}`} order by t.id`);
  let count = 0;
  for (const one of cycles) {
    const rhythm = recurrenceOfCheckCycle(one);
    for (const period of duePeriods(rhythm, today, one.ahead_days)) {
      await planPeriod(engine, one, period, today);
      count += await draftPeriod(engine, one, period, signal);
    }
    const [next] = periodsBetween(rhythm, addDays(today, 1), addDays(today, 800)).filter(({ from }) => from > today);
    await changeRows(engine, recurringCheckCycle, systemCaller(), {
      where: sql`t.id = ${one.id}`,
      set: { last_run: sql`now()`, next_on: next?.from ?? null },
    });
  }
  return count;
}

/** Notes for each enterprise whether it is checked in a period, when and by whom. What is drafted already stays as it is. */
async function planPeriod(
  { db }: Pick<Engine, 'db'>,
  one: RunningCycle,
  period: CyclePeriod,
  today: string,
): Promise<void> {
  const seed = randomBytes(16).toString('hex');
  await db.query(sql`insert into enforcement_cycle_object as o (cycle_id, period_from, enterprise_id, skipped, day, officers)
    select ${one.id}::bigint, ${period.from}::date, r.enterprise_id, r.skipped, r.day, r.officers
    from (${selectEnterprisesDaysAndOfficersOfPeriodSql({ cycle: one, period, today, seed })}) r where r.check_id is null
    on conflict (cycle_id, period_from, enterprise_id) do update
    set skipped = excluded.skipped, day = excluded.day, officers = excluded.officers where o.check_id is null`);
}

/** Drafts what is planned, in some transactions side by side, which wait for the database in turn. Returns the number of drafts. */
async function draftPeriod(
  engine: Engine,
  one: RunningCycle,
  period: CyclePeriod,
  signal: AbortSignal | undefined,
): Promise<number> {
  let count = 0;
  let failed = false;
  const draftTheRest = async () => {
    for (let after = 0; after !== Number.POSITIVE_INFINITY && !failed; ) {
      signal?.throwIfAborted();
      const some = await engine.db.transaction((tx) => draftSome(engine, tx, one, period, after));
      count += some.count;
      after = some.count < atOnce ? Number.POSITIVE_INFINITY : some.last;
    }
  };
  const ended = await Promise.allSettled(
    Array.from({ length: sideBySide }, () =>
      draftTheRest().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    ),
  );
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return count;
}

/** Drafts the next checks, of enterprises whose key is greater than `after`. Returns how many, and the greatest key among them. */
async function draftSome(
  engine: Engine,
  tx: Transaction,
  { id, basis, domain, department_id, checklist_id }: RunningCycle,
  period: CyclePeriod,
  after: number,
): Promise<{ readonly count: number; readonly last: number }> {
  // found first, once: as a condition it is looked up again for each row while the planner has not counted the new rows
  const drawn = await tx.rows<{ check_id: number; enterprise_id: number }>(sql`
    with next as materialized (
      select p.enterprise_id from enforcement_cycle_object p
      where p.cycle_id = ${id} and p.period_from = ${period.from}::date and p.enterprise_id > ${after} and p.check_id is null and p.skipped is null
      order by p.enterprise_id limit ${atOnce} for update skip locked)
    update enforcement_cycle_object o set check_id = nextval(pg_get_serial_sequence('enforcement_check', 'id'))
    from next n where o.cycle_id = ${id} and o.period_from = ${period.from}::date and o.enterprise_id = n.enterprise_id
    returning o.check_id, o.enterprise_id`);
  if (drawn.length === 0) return { count: 0, last: after };
  // a list, whose length the planner sees: of a condition it expects one row, and compares each row with each
  const planned = sql`unnest(${drawn.map(({ check_id }) => check_id)}::bigint[]) k(id) join enforcement_cycle_object o on o.check_id = k.id`;
  const count = await addRows(
    engine,
    check,
    systemCaller(),
    {
      columns: [
        'id',
        'source',
        'basis',
        'cycle_id',
        'domain',
        'department_id',
        'object_type',
        'enterprise_id',
        'object_name',
        'area_code',
        'due_on',
        'notify_mode',
        'window_from',
        'window_to',
      ],
      select: sql`select o.check_id, 'routine', ${basis}, o.cycle_id, ${domain}, ${department_id}::bigint, 'enterprise', e.id, e.name, e.area_code,
          ${period.last}::date, 'advance', (o.day + time '09:00') at time zone 'Asia/Shanghai', (o.day + time '17:00') at time zone 'Asia/Shanghai'
        from ${planned} join enterprise e on e.id = o.enterprise_id order by o.check_id`,
      lists: [
        {
          child: checkOfficer,
          columns: ['check_id', 'officer_id', 'lead', 'cert_no', 'weigh'],
          select: sql`select o.check_id, u.id, u.place = 1, f.cert_no, u.place
            from ${planned} cross join unnest(o.officers) with ordinality u(id, place) join library_officer f on f.id = u.id`,
        },
        {
          child: checkAnswer,
          columns: ['check_id', 'item_id', 'remark', 'weigh'],
          // items are brought up to date once for all checks
          select: sql`select o.check_id, l.item_id, l.remark, l.weigh from ${planned} cross join (
              select distinct on (x.item_id) x.item_id, x.remark, x.weigh
              from (select ${keyOfVersionInForceSql(checkItem, sql`i.item_id`, shanghaiToday())} as item_id, i.remark, i.weigh
                from library_checklist_item i where i.checklist_id = ${checklist_id}::bigint) x
              where x.item_id is not null order by x.item_id, x.weigh
            ) l`,
        },
      ],
      note: drafted,
    },
    tx,
  );
  return { count, last: Math.max(...drawn.map(({ enterprise_id }) => enterprise_id)) };
}
