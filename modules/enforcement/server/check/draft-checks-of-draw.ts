import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { checkItem } from '#modules/library/contract/check-item/check-item.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { keyOfVersionInForceSql } from '#server/read/condition/version-in-force-sql.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { checkAnswer, checkOfficer } from '../../contract/check/officers-answers-and-signatures-of-check.ts';

const drafted = text('按双随机抽取结果起草', 'Drafted from the result of a random draw');

/** The keys under which rows that are added at once are stored. */
interface NewCheck {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly enterprise_id: number;
}

/**
 * Drafts a check of every enterprise of a published draw, with its pair of officers and the items of the plan. It can be
 * repeated: an enterprise that has its check of the draw gets no second one. Returns the number of drafts.
 */
export async function draftChecksOfDraw(
  engine: Engine,
  tx: Transaction,
  draw: number,
  caller: Caller,
): Promise<number> {
  // two clicks follow each other
  await tx.query(sql`select from enforcement_draw where id = ${draw} for update`);
  const made = await tx.rows<NewCheck>(sql`
    select nextval(pg_get_serial_sequence('enforcement_check', 'id')) as id, r.enterprise_id
    from enforcement_draw_result r join enforcement_draw d on d.id = r.draw_id and d.status = 'published'
      join enterprise e on e.id = r.enterprise_id and e.status not in ('cancelled', 'revoked')
    where r.draw_id = ${draw} and not exists (select from enforcement_check c where c.draw_id = r.draw_id and c.enterprise_id = r.enterprise_id)
    order by r.position`);
  if (made.length === 0) return 0;
  const drawn = sql`jsonb_to_recordset(${JSON.stringify(made)}::jsonb) m (id bigint, enterprise_id bigint)
    join enforcement_draw_result r on r.draw_id = ${draw} and r.enterprise_id = m.enterprise_id`;
  return addRows(
    engine,
    check,
    caller,
    {
      columns: [
        'id',
        'source',
        'basis',
        'plan_id',
        'draw_id',
        'domain',
        'department_id',
        'object_type',
        'enterprise_id',
        'object_name',
        'area_code',
        'due_on',
        'notify_mode',
      ],
      select: sql`select m.id, 'random', p.basis, p.id, d.id, o.domain, p.department_id, 'enterprise', e.id, e.name, e.area_code, p.ends_on, 'advance'
        from ${drawn} join enforcement_draw d on d.id = r.draw_id join enforcement_plan p on p.id = d.plan_id
          join enforcement_draw_object o on o.draw_id = r.draw_id and o.enterprise_id = r.enterprise_id
          join enterprise e on e.id = r.enterprise_id order by r.position`,
      lists: [
        {
          child: checkOfficer,
          columns: ['check_id', 'officer_id', 'lead', 'cert_no', 'weigh'],
          select: sql`select m.id, f.id, u.place = 1, f.cert_no, u.place
            from ${drawn}, unnest(r.officers) with ordinality u (id, place) join library_officer f on f.id = u.id`,
        },
        {
          child: checkAnswer,
          columns: ['check_id', 'item_id', 'remark', 'weigh'],
          select: sql`select m.id, i.item_id, i.remark, i.weigh
            from ${drawn} cross join (${itemsOfPlan(sql`(select d.plan_id from enforcement_draw d where d.id = ${draw})`)}) i`,
        },
      ],
      note: drafted,
    },
    tx,
  );
}

/**
 * Items of a plan in their versions in force today, as a select. One that was withdrawn stays as it is cited, so that whoever
 * approves the check is told.
 */
const itemsOfPlan = (plan: Sql): Sql => sql`
  select distinct on (x.item_id) x.item_id, x.remark, x.weigh
  from (select coalesce(${keyOfVersionInForceSql(checkItem, sql`p.item_id`, shanghaiToday())}, p.item_id) as item_id, p.remark, p.weigh
    from enforcement_plan_item p where p.plan_id = ${plan}) x
  order by x.item_id, x.weigh`;

/** Gives a check of a plan the items of the plan, where none were chosen. */
export const copyItemsOfPlan = (
  engine: Engine,
  tx: Transaction,
  { id, plan, caller }: { readonly id: number; readonly plan: number; readonly caller: Caller },
): Promise<number> =>
  addRows(
    engine,
    checkAnswer,
    caller,
    {
      columns: ['id', 'check_id', 'item_id', 'remark', 'weigh'],
      select: sql`select nextval(pg_get_serial_sequence('enforcement_check_answer', 'id')), ${id}::bigint, i.item_id, i.remark, i.weigh
        from (${itemsOfPlan(sql`${plan}::bigint`)}) i`,
    },
    tx,
  );
