import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { findOfficersWhoSeeRow } from '#server/calls/find-officers-who-see-row.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { type Complaint, complaint } from '../contract/complaint.ts';
import { complaintsGrow } from '../contract/message-templates.ts';

/** Complaints about one respondent within so many hours that raise an alert (domain reference §2.L). */
const alerts: readonly { readonly hours: number; readonly n: number; readonly span: Text }[] = [
  { hours: 24, n: 5, span: text('24 小时', '24 hours') },
  { hours: 168, n: 10, span: text('7 天', '7 days') },
];

const mostOfficers = 20;

/**
 * Notifies the officers who handle complaints and those who pass them to enforcement when this many complaints about one
 * respondent came in: once a day for each respondent and span.
 */
export async function alertOfficersToManyComplaints(
  engine: Engine,
  tx: Transaction,
  one: Pick<Complaint, 'id' | 'no' | 'respondent_enterprise_id' | 'respondent_name'>,
): Promise<void> {
  const same = one.respondent_enterprise_id
    ? sql`c.respondent_enterprise_id = ${one.respondent_enterprise_id}`
    : sql`c.respondent_enterprise_id is null and c.respondent_name = ${one.respondent_name}`;
  for (const { hours, n: fewest, span } of alerts) {
    const found = await tx.row<{ n: number }>(
      sql`select count(*)::int as n from complaint c where ${same} and c.createtime > now() - make_interval(hours => ${hours})`,
    );
    const n = found?.n ?? 0;
    if (n < fewest) continue;
    const officers = await findOfficersWhoSeeRow(engine, tx, complaint, {
      row: one.id,
      nodes: [`${complaint.name}/mediate`, `${complaint.name}/toEnforcement`],
      supers: false,
      limit: mostOfficers,
    });
    const key = `complaints ${one.respondent_enterprise_id ?? one.respondent_name} ${hours} ${shanghaiToday()}`;
    await tx.query(
      inboxMessagesTo(
        engine,
        complaintsGrow,
        { values: { respondent: one.respondent_name ?? '', n: String(n), span }, once: key },
        sql`select a.id as admin_id, null::bigint as user_id, ${complaint.name}::text as resource, ${one.id}::bigint as row_id,
          ${one.no ?? ''}::text as row_title from unnest(${officers.map(({ id }) => id)}::bigint[]) a (id)`,
      ),
    );
  }
}
