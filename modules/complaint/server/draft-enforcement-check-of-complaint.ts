import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import { department } from '#modules/identity/contract/department.ts';
import { domainOfEnterprise } from '#modules/library/contract/domain/enforcement-domain.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { complaint } from '../contract/complaint.ts';

/** Days that officers have for the check of a complaint. */
const daysToDo = 15;

const columns = [
  'source',
  'clue',
  'complaint_id',
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

/**
 * A complaint that is passed to enforcement becomes the draft of a check of its respondent, for the bureau of the area.
 * Whoever makes the check completes its basis, officers and items.
 */
export const draftEnforcementCheckOfComplaint = on(complaint, 'passed_to_enforcement', {
  async later(_fact, { engine, tx, rows }) {
    for (const { id, no, respondent_enterprise_id } of await rows())
      await addRows(
        engine,
        check,
        systemCaller(),
        {
          columns,
          select: sql`select 'case', 'complaint', ${id}::bigint, ${`投诉 ${no ?? ''}`}, '', coalesce(${JSON.stringify(domainOfEnterprise)}::jsonb ->> e.ent_type, 'other'),
            (select d.id from ${sql.id(tableOf(department))} d where starts_with(e.area_code, regexp_replace(d.area_code, '(00){1,2}$', '')) order by d.area_code desc, d.id limit 1),
            'enterprise', e.id, e.name, e.area_code, ${addDays(shanghaiToday(), daysToDo)}::date, 'advance'
            from enterprise e where e.id = ${respondent_enterprise_id} and e.status not in ('cancelled', 'revoked')`,
          note: text('投诉移送的线索', 'Lead from a complaint'),
        },
        tx,
      );
  },
});
