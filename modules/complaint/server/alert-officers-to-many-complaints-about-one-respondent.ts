import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { inboxNotice } from '#modules/message/contract/inbox-notice.ts';
import { findOfficersWhoSeeRow } from '#server/calls/find-officers-who-see-row.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { complaint } from '../contract/complaint.ts';
import { complaintsGrow } from '../contract/message-templates.ts';

interface Alert {
  readonly hours: number;
  readonly fewest: number;
  readonly span: Text;
}

/** Complaints about one respondent within so many hours that raise an alert (domain reference §2.L). */
const alerts = [
  { hours: 24, fewest: 5, span: text('24 小时', '24 hours') },
  { hours: 168, fewest: 10, span: text('7 天', '7 days') },
] as const satisfies readonly Alert[];

const mostOfficers = 20;

interface AddedComplaint {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly no: string;
  readonly respondent_enterprise_id: number | null;
  readonly respondent_name: string;
}

const respondentOf = ({ respondent_enterprise_id, respondent_name }: AddedComplaint): number | string =>
  respondent_enterprise_id ?? respondent_name;

/** A message is sent once a day for each respondent and span. */
const keyOf = (respondent: number | string, { hours }: Alert): string =>
  `complaints ${respondent} ${hours} ${shanghaiToday()}`;

/** Complaints of the spans about each of these respondents; those about whom there are fewer than any alert needs are missing. */
async function countByRespondent(
  tx: Transaction,
  respondents: readonly (number | string)[],
): Promise<ReadonlyMap<number | string, Readonly<Record<number, number>>>> {
  const ids = respondents.filter((one) => typeof one === 'number');
  const names = respondents.filter((one) => typeof one === 'string');
  const [day, week] = alerts;
  const since = (hours: number) => sql`c.createtime > now() - make_interval(hours => ${hours})`;
  const counts = sql`count(*) filter (where ${since(day.hours)})::int as day, count(*)::int as week from complaint c where ${since(week.hours)}`;
  const rows = await tx.rows<{ id: number | null; name: string | null; day: number; week: number }>(sql`
    select respondent_enterprise_id as id, null as name, ${counts} and c.respondent_enterprise_id = any(${ids}::bigint[]) group by 1
    union all
    select null, respondent_name, ${counts} and c.respondent_enterprise_id is null and c.respondent_name = any(${names}::text[]) group by 2`);
  const many = rows.filter((row) => row.day >= day.fewest || row.week >= week.fewest);
  return new Map(many.map((row) => [row.id ?? row.name ?? '', { [day.hours]: row.day, [week.hours]: row.week }]));
}

/**
 * Notifies the officers who handle complaints and those who pass them to enforcement when this many complaints about one
 * respondent came in: once a day for each respondent and span. `added`: keys of complaints that came in since.
 */
export async function alertOfficersToManyComplaints(
  engine: Engine,
  tx: Transaction,
  added: readonly number[],
): Promise<void> {
  const rows = await tx.rows<AddedComplaint>(sql`
    select id, no, respondent_enterprise_id, respondent_name from complaint where id = any(${[...added]}::bigint[]) order by id`);
  // the newest of each respondent stands for the others
  const newest = new Map(rows.map((row) => [respondentOf(row), row]));
  const keys = [...newest.keys()].flatMap((respondent) => alerts.map((alert) => keyOf(respondent, alert)));
  const sent = await tx.rows<{ once: string }>(
    sql`select distinct once from ${sql.id(tableOf(inboxNotice))} where once = any(${keys}::text[])`,
  );
  const isSent = new Set(sent.map(({ once }) => once));
  const due = [...newest.keys()].filter((one) => alerts.some((alert) => !isSent.has(keyOf(one, alert))));
  if (due.length === 0) return;
  for (const [respondent, counts] of await countByRespondent(tx, due)) {
    const row = newest.get(respondent);
    if (!row) continue;
    for (const alert of alerts) {
      const n = counts[alert.hours] ?? 0;
      if (n >= alert.fewest && !isSent.has(keyOf(respondent, alert))) await sendAlert(engine, tx, alert, { row, n });
    }
  }
}

async function sendAlert(
  engine: Engine,
  tx: Transaction,
  alert: Alert,
  { row, n }: { readonly row: AddedComplaint; readonly n: number },
): Promise<void> {
  const officers = await findOfficersWhoSeeRow(engine, tx, complaint, {
    row: row.id,
    nodes: [`${complaint.name}/mediate`, `${complaint.name}/toEnforcement`],
    supers: false,
    limit: mostOfficers,
  });
  await tx.query(
    inboxMessagesTo(
      engine,
      complaintsGrow,
      {
        values: { respondent: row.respondent_name, n: String(n), span: alert.span },
        once: keyOf(respondentOf(row), alert),
      },
      sql`select a.id as admin_id, null::bigint as user_id, ${complaint.name}::text as resource, ${row.id}::bigint as row_id,
        ${row.no}::text as row_title from unnest(${officers.map(({ id }) => id)}::bigint[]) a (id)`,
    ),
  );
}
