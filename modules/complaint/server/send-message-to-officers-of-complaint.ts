import type { MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import type { Text } from '#kernel/text/text.ts';
import { findOfficersWhoSeeRow } from '#server/calls/find-officers-who-see-row.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { complaint } from '../contract/complaint.ts';

/** Officers told of one complaint at most, if it has no handler. */
const mostOfficers = 20;

/** The complaint that a message is about. */
export type SubjectOfMessage = Pick<
  ChangeContext<typeof complaint>['before'],
  'id' | 'no' | 'respondent_name' | 'handler_id'
>;

/** Puts a message about a complaint into the inbox of its handler, or of those who may handle it. */
export async function messageOfficers<P extends string>(
  engine: Engine,
  tx: Transaction,
  template: MessageTemplate<P>,
  { about, values }: { readonly about: SubjectOfMessage; readonly values: Readonly<Record<P, string | Text>> },
): Promise<void> {
  const officers = about.handler_id
    ? [about.handler_id]
    : (
        await findOfficersWhoSeeRow(engine, tx, complaint, {
          row: about.id,
          nodes: [`${complaint.name}/mediate`],
          supers: false,
          limit: mostOfficers,
        })
      ).map(({ id }) => id);
  await tx.query(
    inboxMessagesTo(
      engine,
      template,
      { values },
      sql`select a.id as admin_id, null::bigint as user_id, ${complaint.name}::text as resource, ${about.id}::bigint as row_id,
        ${about.no ?? ''}::text as row_title from unnest(${officers}::bigint[]) a (id)`,
    ),
  );
}

/** Notifies the officers of what the respondent did, if and only if it is stored. */
export function messageOfficersOfComplaint(
  { engine, tx, before, afterStore }: ChangeContext<typeof complaint>,
  template: MessageTemplate<'no' | 'respondent'>,
): void {
  const values = { no: before.no ?? '', respondent: before.respondent_name ?? '' };
  afterStore(() => messageOfficers(engine, tx, template, { about: before, values }));
}
