import { owningResourceOf } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { inboxNotice } from '#modules/message/contract/inbox-notice.ts';
import { sql } from '#server/db/sql.ts';
import { heldThroughRow } from '#server/read/scope/rows-and-fields-readable-by-member-sql.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import { personOfEnterprise } from '../contract/person-of-enterprise.ts';

/** Turns unsigned documents of a person who no longer acts for an enterprise into plain messages. */
export async function cancelSignatureRequestsOfFormerMember({
  engine,
  tx,
  before,
  cascadeChange,
}: ChangeContext<typeof personOfEnterprise>): Promise<void> {
  const waiting = sql`t.user_id = ${before.user_id} and t.kind = 'legal' and t.signed_at is null`;
  const resources = await tx.rows<{ resource: string }>(
    sql`select distinct t.resource from message_notice t where ${waiting} and t.resource is not null`,
  );
  for (const { resource } of resources) {
    const about = engine.find(resource);
    if (!about || owningResourceOf(about, engine.find)?.people !== personOfEnterprise.name) continue;
    const theirs = heldThroughRow(about, before.enterprise_id ?? 0, engine.find) ?? sql`false`;
    const there = sql`t.row_id in (select t.id from ${sql.id(tableOf(about))} t where ${theirs})`;
    await cascadeChange(inboxNotice, sql`${waiting} and t.resource = ${resource} and ${there}`, {
      kind: 'system',
      file: null,
    });
  }
}
