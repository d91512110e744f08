import type { Text } from '#kernel/text/text.ts';
import { findOfficersWhoSeeRow } from '#server/calls/find-officers-who-see-row.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { type AnomalyCode, anomalyCodes } from '../../contract/anomaly/anomaly-codes-actions-and-severities.ts';
import { finding } from '../../contract/anomaly/anomaly-finding.ts';
import { graveFindingFound } from '../../contract/message-templates.ts';
import { teamMessagePlaceholderValues } from '../itinerary/team-message-placeholder-values.ts';

/** Officers notified of one team at most. */
const maxNotified = 100;

/** Fields of the team for the message. */
interface Team {
  readonly team_no: string;
  readonly route: string | null;
  readonly start_at: number;
  readonly people: number | null;
}

/** A grave finding just stored. */
export interface GraveFinding {
  readonly id: number;
  readonly code: AnomalyCode;
  readonly summary: string;
  readonly summary_en: string;
}

/**
 * Notifies the officers who may confirm grave findings of a team, in one message for all of them (domain reference,
 * Appendix E: squad leader and duty).
 */
export async function notifyOfficersOfGraveFindings(
  { engine, tx }: { readonly engine: Engine; readonly tx: Transaction },
  team: Team,
  found: readonly GraveFinding[],
): Promise<void> {
  const [first] = found;
  if (!first) return;
  const nodes = ['travel/finding/confirm'];
  const officers = await findOfficersWhoSeeRow(engine, tx, finding, { row: first.id, nodes, limit: maxNotified });
  const rule = (locale: keyof Text) => `${first.code} ${anomalyCodes[first.code][locale]}`;
  const values = {
    ...teamMessagePlaceholderValues(team),
    people: String(team.people ?? 0),
    rule: rule('zh-cn'),
    seen: first.summary,
    n: String(found.length),
  };
  await tx.query(
    inboxMessagesTo(
      engine,
      graveFindingFound,
      { values, english: { rule: rule('en'), seen: first.summary_en }, once: `team_grave ${first.id}` },
      sql`select a.id as admin_id, null::bigint as user_id, ${finding.name}::text as resource, ${first.id}::bigint as row_id,
        ${first.summary}::text as row_title from unnest(${officers.map(({ id }) => id)}::bigint[]) a (id)`,
    ),
  );
}
