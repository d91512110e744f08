import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { department } from '#modules/identity/contract/department.ts';
import { onBehalfOf } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { checkAnswer, checkOfficer } from '../../contract/check/officers-answers-and-signatures-of-check.ts';
import { isExemptFromYearlyCapSql } from './frequency-limit-conditions-sql.ts';

const texts = {
  itself: text('不能与自身合并', 'A check cannot be merged with itself'),
  elsewhere: text('只能合并对同一企业的检查', 'Only checks of one enterprise can be merged'),
  into: text('并入联合检查（{name}）', 'Joined with another check ({name})'),
};

type Merge = ChangeContext<typeof check, object, { readonly other_id: number }>;

interface Joined {
  readonly [column: string]: unknown;
  readonly department: string;
  readonly joint: string | null;
  readonly enterprise_id: number | null;
  readonly exempt: boolean;
}

/**
 * Makes two checks of an enterprise one joint check (综合查一次): items and officers of the other join this one, and the
 * other is cancelled. It counts once. A single case stays one, as it is exempt.
 */
export async function mergeIntoJointCheck(context: Merge): Promise<void> {
  const { tx, before, input, values, fail, engine, caller, afterStore, cascadeMove } = context;
  if (input.other_id === before.id) {
    fail('other_id', texts.itself);
    return;
  }
  const of = (
    id: number,
  ) => sql`select d.name as department, t.joint_departments as joint, t.enterprise_id, ${isExemptFromYearlyCapSql(sql`t`)} as exempt
    from enforcement_check t join ${sql.id(tableOf(department))} d on d.id = t.department_id where t.id = ${id}`;
  const [other, own] = [
    await tx.row<Joined>(sql`${of(input.other_id)} for update of t`),
    await tx.row<Joined>(of(before.id)),
  ];
  if (!other || !own || other.enterprise_id === null || other.enterprise_id !== before.enterprise_id) {
    fail('other_id', texts.elsewhere);
    return;
  }
  if (!own.exempt) values.source = 'joint';
  const joined = [own.joint, other.department, other.joint].flatMap((one) => one?.split('、') ?? []);
  values.joint_departments = [...new Set(joined)]
    .filter((one) => one !== own.department)
    .join('、')
    .slice(0, 200);
  const copy = (columns: readonly string[], select: Sql, child: typeof checkAnswer | typeof checkOfficer) =>
    addRows(engine, child, onBehalfOf(caller), { columns, select }, tx);
  afterStore(async () => {
    await copy(
      ['id', 'check_id', 'item_id', 'remark', 'weigh'],
      sql`select nextval(pg_get_serial_sequence('enforcement_check_answer', 'id')), ${before.id}::bigint, a.item_id, a.remark, a.weigh + 1000
        from enforcement_check_answer a where a.check_id = ${input.other_id}
          and not exists (select from enforcement_check_answer b where b.check_id = ${before.id} and b.item_id = a.item_id)`,
      checkAnswer,
    );
    await copy(
      ['id', 'check_id', 'officer_id', 'cert_no', 'weigh'],
      sql`select nextval(pg_get_serial_sequence('enforcement_check_officer', 'id')), ${before.id}::bigint, o.officer_id, o.cert_no, o.weigh + 1000
        from enforcement_check_officer o where o.check_id = ${input.other_id}
          and not exists (select from enforcement_check_officer b where b.check_id = ${before.id} and b.officer_id = o.officer_id)`,
      checkOfficer,
    );
    const reason = textIn(texts.into, 'zh-cn', { name: before.check_no ?? before.object_name ?? `#${before.id}` });
    await cascadeMove(check, sql`t.id = ${input.other_id}`, 'cancel', {
      input: { reason },
      note: sql`${reason}::text`,
    });
  });
}
