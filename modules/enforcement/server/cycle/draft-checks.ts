import { randomBytes } from 'node:crypto';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { system } from '#server/caller.ts';
import type { Transaction } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { addRows } from '#server/write/row-set/add-rows.ts';
import { changeRows } from '#server/write/row-set/change-rows.ts';
import { check } from '../../contract/check/check.ts';
import { checkAnswer, checkOfficer } from '../../contract/check/check-rows.ts';
import { type Cycle, cycle } from '../../contract/cycle/cycle.ts';
import { type CyclePeriod, duePeriods, periodsBetween } from '../../contract/cycle/cycle-periods.ts';
import { rhythmOf } from './cycle-rhythm.ts';
import { periodRows, type StoredCycle } from './cycle-sql.ts';

/** Checks drafted in one transaction: few enough that nobody who reads or writes waits. */
const atOnce = 500;

/** A cycle with all that its periods follow from. Dates are text. */
export type RunningCycle = StoredCycle & Cycle;

/** Cycles of alias `t` as the generator reads them. */
export const cycleColumns = sql`t.id, t.name, t.department_id, t.basis, t.domain, t.ent_types, t.risk_classes, t.area_code, t.checklist_id,
  t.unit, t.every, t.cron, t.starts_on::text, t.ends_on::text, t.season_from, t.season_to, t.ahead_days, t.assignment, t.status`;

const drafted = text('按检查周期起草', 'Drafted by a cycle of checks');

/**
 * Drafts the checks of all active cycles that are due and not drafted yet. It can be repeated and run twice at once: a
 * period is planned once for each enterprise, and what was missed during a downtime is drafted for the present period
 * only. Returns the number of drafted checks.
 */
export async function draftDueChecks(
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
    const rhythm = rhythmOf(one);
    for (const period of duePeriods(rhythm, today, one.ahead_days)) {
      await planPeriod(engine, one, period, today);
      for (let more = atOnce; more === atOnce; count += more) {
        signal?.throwIfAborted();
        more = await engine.db.transaction((tx) => draftSome(engine, tx, one, period));
      }
    }
    const [next] = periodsBetween(rhythm, addDays(today, 1), addDays(today, 800)).filter(({ from }) => from > today);
    await changeRows(engine, cycle, system(), {
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
    from (${periodRows({ cycle: one, period, today, seed })}) r where r.check_id is null
    on conflict (cycle_id, period_from, enterprise_id) do update
    set skipped = excluded.skipped, day = excluded.day, officers = excluded.officers where o.check_id is null`);
}

async function draftSome(
  engine: Engine,
  tx: Transaction,
  { id, basis, domain, department_id, checklist_id }: RunningCycle,
  period: CyclePeriod,
): Promise<number> {
  const drawnKeys = await tx.rows<{ check_id: number }>(sql`
    update enforcement_cycle_object o set check_id = nextval(pg_get_serial_sequence('enforcement_check', 'id'))
    where o.cycle_id = ${id} and o.period_from = ${period.from}::date and o.enterprise_id in (
      select p.enterprise_id from enforcement_cycle_object p
      where p.cycle_id = ${id} and p.period_from = ${period.from}::date and p.check_id is null and p.skipped is null
      order by p.enterprise_id limit ${atOnce} for update skip locked)
    returning o.check_id`);
  if (drawnKeys.length === 0) return 0;
  const of = sql`o.check_id = any(${drawnKeys.map(({ check_id }) => check_id)}::bigint[])`;
  return addRows(
    engine,
    check,
    system(),
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
        from enforcement_cycle_object o join enterprise e on e.id = o.enterprise_id where ${of} order by o.check_id`,
      lists: [
        {
          child: checkOfficer,
          columns: ['check_id', 'officer_id', 'lead', 'cert_no', 'weigh'],
          select: sql`select o.check_id, u.id, u.place = 1, f.cert_no, u.place
            from enforcement_cycle_object o, unnest(o.officers) with ordinality u(id, place) join library_officer f on f.id = u.id where ${of}`,
        },
        {
          child: checkAnswer,
          columns: ['check_id', 'item_id', 'remark', 'weigh'],
          select: sql`select o.check_id, l.item_id, l.remark, l.weigh from enforcement_cycle_object o
            join library_checklist_item l on l.checklist_id = ${checklist_id}::bigint join library_check_item i on i.id = l.item_id and i.status = 'published'
            where ${of}`,
        },
      ],
      note: drafted,
    },
    tx,
  );
}
