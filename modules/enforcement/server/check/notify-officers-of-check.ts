import type { MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { findOfficersWhoSeeRow } from '#server/calls/find-officers-who-see-row.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { type Check, check } from '../../contract/check/enforcement-check.ts';
import { checkDayPassed } from '../../contract/check/messages-about-enforcement-check.ts';

/** Leaders told of one overdue check at most. */
const mostLeaders = 20;

/** Messages to the officers of a check, once it is stored. */
export async function notifyOfficersOfCheck<P extends string>(
  { engine, tx }: { readonly engine: Engine; readonly tx: Transaction },
  { id, object_name }: Pick<Check, 'id' | 'object_name'>,
  template: MessageTemplate<P>,
  values: Readonly<Record<NoInfer<P>, string>>,
): Promise<void> {
  await tx.query(
    inboxMessagesTo(
      engine,
      template,
      { values },
      sql`select f.admin_id, null::bigint as user_id, ${check.name}::text as resource, ${id}::bigint as row_id, ${object_name}::text as row_title
        from enforcement_check_officer o join library_officer f on f.id = o.officer_id where o.check_id = ${id}`,
    ),
  );
}

/** Notifies the officers of a check that its day has passed, and those who approve checks and may see it. */
export async function notifyOfPassedDay(
  engine: Engine,
  tx: Transaction,
  { id, object_name, check_no, due_on, team }: Pick<Check, 'id' | 'object_name' | 'check_no' | 'due_on' | 'team'>,
): Promise<void> {
  const leaders = await findOfficersWhoSeeRow(engine, tx, check, {
    row: id,
    nodes: [`${check.name}/approve`],
    supers: false,
    limit: mostLeaders,
  });
  const values = { name: object_name ?? '', no: check_no ?? '', until: due_on, team: team ?? '' };
  await tx.query(
    inboxMessagesTo(
      engine,
      checkDayPassed,
      { values },
      sql`select distinct a.id as admin_id, null::bigint as user_id, ${check.name}::text as resource, ${id}::bigint as row_id, ${object_name}::text as row_title
        from (
          select f.admin_id from enforcement_check_officer o join library_officer f on f.id = o.officer_id where o.check_id = ${id}
          union select unnest(${leaders.map((one) => one.id)}::bigint[])
        ) a (id) where a.id is not null`,
    ),
  );
}
