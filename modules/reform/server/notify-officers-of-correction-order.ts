import type { MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { findOfficersWhoSeeRow } from '#server/calls/find-officers-who-see-row.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { type Order, order } from '../contract/correction-order.ts';

/** Leaders notified of one overdue order at most. */
export const mostLeaders = 20;

/** Placeholders of messages to officers. */
type OrderPlace = 'no' | 'name' | 'until';

/** The statement that puts a message about an order into the inboxes of officers. */
const messageToOfficers = (
  engine: Engine,
  template: MessageTemplate<OrderPlace>,
  one: Pick<Order, 'id' | 'no' | 'due_on'>,
  name: string,
  accounts: ReturnType<typeof sql>,
) =>
  inboxMessagesTo(
    engine,
    template,
    { values: { no: one.no ?? '', name, until: one.due_on ?? '—' } },
    sql`select distinct a.id as admin_id, null::bigint as user_id, ${order.name}::text as resource, ${one.id}::bigint as row_id,
      ${one.no ?? ''}::text as row_title from (${accounts}) a (id)`,
  );

const accountsOfOfficers = (id: number) =>
  sql`select o.admin_id from reform_order r join library_officer o on o.id = any(r.officers) where r.id = ${id}`;

/** Notifies the officers of an order of what the enterprise did, if and only if it is stored. */
export async function notifyOfficersOfCorrectionOrder(
  { engine, tx, before, executeInStatement }: ChangeContext<typeof order>,
  template: MessageTemplate<OrderPlace>,
): Promise<void> {
  const party = await tx.row<{ name: string }>(sql`select name from enterprise where id = ${before.enterprise_id}`);
  executeInStatement(() =>
    messageToOfficers(engine, template, before, party?.name ?? '', accountsOfOfficers(before.id)),
  );
}

/** Notifies the officers of an overdue order, and the squad leaders who may review it in their place. */
export async function notifyOfOverdueCorrectionOrder(
  engine: Engine,
  tx: Transaction,
  one: Pick<Order, 'id' | 'no' | 'due_on' | 'enterprise_id'>,
  template: MessageTemplate<OrderPlace>,
): Promise<void> {
  const party = await tx.row<{ name: string }>(sql`select name from enterprise where id = ${one.enterprise_id}`);
  const leaders = await findOfficersWhoSeeRow(engine, tx, order, {
    row: one.id,
    nodes: [`${order.name}/lead`],
    supers: false,
    limit: mostLeaders,
  });
  const ids = leaders.map(({ id }) => id);
  await tx.query(
    messageToOfficers(
      engine,
      template,
      one,
      party?.name ?? '',
      sql`${accountsOfOfficers(one.id)} union select unnest(${ids}::bigint[])`,
    ),
  );
}
