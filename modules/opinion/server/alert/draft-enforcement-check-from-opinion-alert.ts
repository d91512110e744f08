import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { department } from '#modules/identity/contract/department.ts';
import { domainOfEnterprise } from '#modules/library/contract/domain/enforcement-domain.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { opinionAlert } from '../../contract/opinion-alert.ts';

/** Days that officers have for the check. */
const daysToDo = 15;

const columns = [
  'id',
  'source',
  'clue',
  'check_reason',
  'basis',
  'domain',
  'department_id',
  'object_type',
  'enterprise_id',
  'object_name',
  'area_code',
  'due_on',
  'notify_mode',
];

/** An alert that is passed to enforcement becomes the draft of a check of its enterprise, which the alert links. */
export const draftEnforcementCheckFromOpinionAlert = on(opinionAlert, 'passed_to_enforcement', {
  async later(_fact, { engine, tx, rows }) {
    for (const { id, no, enterprise_id } of await rows()) {
      const drawn = await tx.row<{ id: number }>(
        sql`select nextval(pg_get_serial_sequence(${tableOf(check)}, 'id'))::bigint as id`,
      );
      const added = await addRows(
        engine,
        check,
        systemCaller(),
        {
          columns,
          select: sql`select ${drawn?.id ?? 0}::bigint, 'case', 'opinion', ${`舆情 ${no ?? ''}`}, '', coalesce(${JSON.stringify(domainOfEnterprise)}::jsonb ->> e.ent_type, 'other'),
            (select d.id from ${sql.id(tableOf(department))} d where starts_with(e.area_code, regexp_replace(d.area_code, '(00){1,2}$', '')) order by d.area_code desc, d.id limit 1),
            'enterprise', e.id, e.name, e.area_code, ${addDays(shanghaiToday(), daysToDo)}::date, 'advance'
            from ${sql.id(tableOf(enterprise))} e where e.id = ${enterprise_id} and e.status not in ('cancelled', 'revoked')`,
          note: text('舆情移送的线索', 'Lead from public opinion'),
        },
        tx,
      );
      if (added > 0)
        await changeRows(
          engine,
          opinionAlert,
          systemCaller(),
          { where: sql`t.id = ${id}`, set: { check_id: Number(drawn?.id) } },
          tx,
        );
    }
  },
});
