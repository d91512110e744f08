import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { checkItem } from '#modules/library/contract/check-item/check-item.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { keyOfVersionInForceSql } from '#server/read/condition/version-in-force-sql.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { checkAnswer, checkOfficer } from '../../contract/check/officers-answers-and-signatures-of-check.ts';

/** Days that a check drafted here has. */
const daysToDo = 15;
const columns = [
  'id',
  'source',
  'clue',
  'check_reason',
  'basis',
  'plan_id',
  'recheck_of',
  'roadside_check_id',
  'domain',
  'department_id',
  'object_type',
  'enterprise_id',
  'itinerary_id',
  'vehicle_id',
  'guide_id',
  'object_name',
  'area_code',
  'due_on',
  'notify_mode',
] as const;
const due = () => sql`${addDays(shanghaiToday(), daysToDo)}::date`;

/** Draws one key for each row that has none of its own yet. */
const drawKeys = (tx: Transaction, from: Sql): Promise<{ id: number; of: number }[]> =>
  tx.rows(
    sql`select nextval(pg_get_serial_sequence('enforcement_check', 'id')) as id, s.id as of from (${from}) s order by s.id`,
  );

const keysOf = (made: readonly { readonly id: number; readonly of: number }[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(made)}::jsonb) m (id bigint, "of" bigint)`;

/** Drafts rechecks of what these checks found, by the same officers. A check has one open recheck at a time. */
export async function draftRechecksOfSelectedChecks(
  engine: Engine,
  tx: Transaction,
  ids: readonly number[],
  caller: Caller,
): Promise<number> {
  await tx.query(sql`select from enforcement_check where id = any(${[...ids]}::bigint[]) order by id for update`);
  const made = await drawKeys(
    tx,
    sql`select c.id from enforcement_check c where c.id = any(${[...ids]}::bigint[]) and c.status in ('reviewed', 'closed')
      and exists (select from enforcement_check_answer a where a.check_id = c.id and a.problem)
      and not exists (select from enforcement_check r where r.recheck_of = c.id and r.status not in ('reviewed', 'closed', 'cancelled', 'transferred'))`,
  );
  if (made.length === 0) return 0;
  const from = sql`${keysOf(made)} join enforcement_check c on c.id = m.of`;
  return addRows(
    engine,
    check,
    caller,
    {
      columns,
      select: sql`select m.id, 'recheck', null, null, c.basis, null::bigint, c.id, null::bigint, c.domain, c.department_id, c.object_type, c.enterprise_id, c.itinerary_id,
          c.vehicle_id, c.guide_id, c.object_name, c.area_code, ${due()}, 'advance' from ${from} order by m.id`,
      lists: [
        {
          child: checkOfficer,
          columns: ['check_id', 'officer_id', 'lead', 'cert_no', 'weigh'],
          select: sql`select m.id, o.officer_id, o.lead, f.cert_no, o.weigh from ${from}
            join enforcement_check_officer o on o.check_id = c.id join library_officer f on f.id = o.officer_id`,
        },
        {
          child: checkAnswer,
          columns: ['check_id', 'item_id', 'remark', 'weigh'],
          select: sql`select distinct on (x.id, x.item_id) x.id, x.item_id, x.remark, x.weigh from (
              select m.id, coalesce(${keyOfVersionInForceSql(checkItem, sql`a.item_id`, shanghaiToday())}, a.item_id) as item_id, left(a.note, 300) as remark, a.weigh
              from ${from} join enforcement_check_answer a on a.check_id = c.id and a.problem) x
            order by x.id, x.item_id, x.weigh`,
        },
      ],
      note: text('复查发现的问题', 'Rechecks the problems found'),
    },
    tx,
  );
}

/** Drafts a check of what a roadside check found: of the coach, or of the team where the coach is not registered. */
export async function draftChecksOfSelectedRoadsideChecks(
  engine: Engine,
  tx: Transaction,
  ids: readonly number[],
  caller: Caller,
): Promise<number> {
  await tx.query(
    sql`select from enforcement_roadside_check where id = any(${[...ids]}::bigint[]) order by id for update`,
  );
  const made = await drawKeys(
    tx,
    sql`select r.id from enforcement_roadside_check r where r.id = any(${[...ids]}::bigint[]) and r.result <> 'passed'
      and not exists (select from enforcement_check c where c.roadside_check_id = r.id)`,
  );
  if (made.length === 0) return 0;
  const from = sql`${keysOf(made)} join enforcement_roadside_check r on r.id = m.of left join crew_vehicle v on v.id = r.vehicle_id
    left join travel_itinerary i on i.id = r.itinerary_id`;
  return addRows(
    engine,
    check,
    caller,
    {
      columns,
      select: sql`select m.id, 'case', 'anomaly', coalesce(r.problems, ''), '', null::bigint, null::bigint, r.id, 'transport',
          coalesce((select d.id from auth_department d where d.id = any(${[...caller.departments]}::bigint[]) or d.area_code = r.area_code
            order by d.id = ${caller.departments[0] ?? 0} desc, d.id limit 1), (select min(d.id) from auth_department d)),
          case when v.id is not null then 'vehicle' when i.id is not null then 'itinerary' else 'person' end,
          coalesce(v.enterprise_id, i.agency_id), case when v.id is null then i.id end, v.id, null::bigint, coalesce(v.plate, i.team_no, r.plate), r.area_code, ${due()}, 'advance'
        from ${from} order by m.id`,
      lists: [
        {
          child: checkOfficer,
          columns: ['check_id', 'officer_id', 'lead', 'cert_no', 'weigh'],
          select: sql`select m.id, f.id, true, f.cert_no, 1 from ${from}
            join library_officer f on f.admin_id = r.checked_by and f.status in ('verified', 'changing', 'suspended')`,
        },
      ],
      note: text('按路面检查发现的问题起草', 'Drafted from the problems of a roadside check'),
    },
    tx,
  );
}
