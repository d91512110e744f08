import { tableOf } from '#kernel/resource/names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { comment } from '#modules/message/contract/comment.ts';
import { officersWho } from '#server/calls/officers.ts';
import type { Transaction } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { inboxMessagesTo } from '#server/message/inbox-message.ts';
import type { ChangeContext } from '#server/write/hook/hooks.ts';
import { type AnomalyCode, anomalyCodes } from '../contract/anomaly.ts';
import { finding } from '../contract/finding.ts';
import { itinerary } from '../contract/itinerary.ts';
import { teamChanged, teamGraveFinding } from '../contract/messages.ts';
import { describeTeam } from './describe-team.ts';

/** Officers told at once: all who are on duty somewhere, and not a province. */
const maxNotified = 100;

/** The team something was found in. */
interface Team {
  readonly team_no: string;
  readonly route: string | null;
  readonly start_at: number;
  readonly people: number | null;
}

/** A grave finding that was kept just now. */
export interface Grave {
  readonly id: number;
  readonly code: AnomalyCode;
  readonly summary: string;
  readonly summary_en: string;
}

/**
 * Whoever may say of a grave finding whether it is so is told of it, of all that were found in a team in one message
 * (domain reference, Appendix E: squad leader and duty). A finding is kept once, and told with that.
 */
export async function notifyGraveFindings(
  { engine, tx }: { readonly engine: Engine; readonly tx: Transaction },
  team: Team,
  found: readonly Grave[],
): Promise<void> {
  const [first] = found;
  if (!first) return;
  const nodes = ['travel/finding/confirm'];
  const officers = await officersWho(engine, tx, finding, { row: first.id, nodes, limit: maxNotified });
  const rule = (locale: keyof Text) => `${first.code} ${anomalyCodes[first.code][locale]}`;
  const values = {
    ...describeTeam(team),
    people: String(team.people ?? 0),
    rule: rule('zh-cn'),
    seen: first.summary,
    n: String(found.length),
  };
  await tx.query(
    inboxMessagesTo(
      engine,
      teamGraveFinding,
      { values, english: { rule: rule('en'), seen: first.summary_en }, once: `team_grave ${first.id}` },
      sql`select a.id as admin_id, null::bigint as user_id, ${finding.name}::text as resource, ${first.id}::bigint as row_id,
        ${first.summary}::text as row_title from unnest(${officers.map(({ id }) => id)}::bigint[]) a (id)`,
    ),
  );
}

const nothing = text('未说明', 'Not stated');

/** A team on file was changed: officers who dealt with it hear of it, in each change once; who changed it knows. Answers how many. */
export async function notifyChanged({
  engine,
  tx,
  caller,
  before,
  values,
}: ChangeContext<typeof itinerary>): Promise<number> {
  const { id } = before;
  const dealt = await tx.rows<{ id: number }>(sql`
    select actor_id as id from history where resource = ${itinerary.name} and row_id = ${id} and actor_type = 'admin'
    union select h.actor_id from travel_finding f join history h on h.resource = ${finding.name} and h.row_id = f.id
      where f.itinerary_id = ${id} and h.actor_type = 'admin'
    union select c.admin_id from ${sql.id(tableOf(comment))} c
      where c.resource = ${itinerary.name} and c.row_id = ${id} and c.withdrawn_at is null and c.admin_id is not null`);
  const ids = dealt.map((one) => one.id).filter((one) => caller.type !== 'admin' || one !== caller.id);
  if (ids.length === 0) return 0;
  const officers = await officersWho(engine, tx, itinerary, { row: id, ids, limit: maxNotified });
  const count = values.change_count ?? before.change_count ?? 0;
  const note = values.change_note ?? '';
  await tx.query(
    inboxMessagesTo(
      engine,
      teamChanged,
      {
        values: {
          ...describeTeam(before),
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
