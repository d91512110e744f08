import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { comment } from '#modules/message/contract/comment-on-record.ts';
import { findOfficersWhoSeeRow } from '#server/calls/find-officers-who-see-row.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { teamChanged } from '../../contract/message-templates.ts';
import { teamMessagePlaceholderValues } from './team-message-placeholder-values.ts';

/** Officers notified of one change at most. */
const maxNotified = 100;

const nothing = text('未说明', 'Not stated');

/**
 * Notifies officers who handled a filed team or its findings of a change, once for each change, except the one who
 * made it. Returns how many.
 */
export async function notifyHandlingOfficersOfChange({
  engine,
  tx,
  caller,
  before,
  values,
}: ChangeContext<typeof itinerary>): Promise<number> {
  const { id } = before;
  const dealt = await tx.rows<{ id: number }>(sql`
    select actor_id as id from history where resource = ${itinerary.name} and row_id = ${id} and actor_type = 'admin'
    union select h.actor_id from travel_finding f join history h on h.resource = 'travel/finding' and h.row_id = f.id
      where f.itinerary_id = ${id} and h.actor_type = 'admin'
    union select c.admin_id from ${sql.id(tableOf(comment))} c
      where c.resource = ${itinerary.name} and c.row_id = ${id} and c.withdrawn_at is null and c.admin_id is not null`);
  const ids = dealt.map((one) => one.id).filter((one) => caller.type !== 'admin' || one !== caller.id);
  if (ids.length === 0) return 0;
  const officers = await findOfficersWhoSeeRow(engine, tx, itinerary, { row: id, ids, limit: maxNotified });
  const count = values.change_count ?? before.change_count ?? 0;
  const note = values.change_note ?? '';
  await tx.query(
    inboxMessagesTo(
      engine,
      teamChanged,
      {
        values: {
          ...teamMessagePlaceholderValues(before),
          n: String(count),
          note: note || nothing['zh-cn'],
        },
        english: note ? {} : { note: nothing.en },
        once: `team_changed ${id} ${count}`,
      },
      sql`select a.id as admin_id, null::bigint as user_id, ${itinerary.name}::text as resource, ${id}::bigint as row_id,
        ${before.team_no}::text as row_title from unnest(${officers.map((one) => one.id)}::bigint[]) a (id)`,
    ),
  );
  return officers.length;
}
