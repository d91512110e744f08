import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import { alertAcknowledgement } from '#modules/wall-screen/contract/acknowledgement-of-wall-alert.ts';
import { onBehalfOf } from '#server/caller.ts';
import { findOfficersWhoSeeRow } from '#server/calls/find-officers-who-see-row.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { key, object } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { queueMessages } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { write } from '#server/write/write-pipeline.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { sosNotified, sosRaised } from '../../contract/message-templates.ts';
import { sos } from '../../contract/on-the-road/sos-emergency-call.ts';
import { teamMessagePlaceholderValues } from '../itinerary/team-message-placeholder-values.ts';
import {
  devicePlace,
  phoneInput,
  readPhoneMoment,
  readPhonePosition,
  readTeamOfCallingGuide,
  type TeamCall,
  teamInput,
} from './read-team-time-and-position-of-guide-call.ts';

const texts = {
  called: text('求助已发出，值班室将立即与您联系', 'Emergency call sent. The duty room will contact you at once'),
  over: text('团队已结束，请直接拨打报警电话', 'The team has ended. Call the emergency number directly'),
};

/** States of teams whose guides may call for help. */
const sosStates = new Set(['confirmed', 'departed', 'abnormal', 'finished']);
/** Officers notified at most; the wall shows the call to all. */
const maxNotified = 200;
/** Of these, how many get an SMS; the county before its prefecture. */
const maxSms = 20;

/**
 * `POST sos`: emergency call of a guide. It appears on the wall at once; officers who may acknowledge it are
 * notified, the nearest by SMS too, and so is the emergency contact of the team. Repeated calls before an
 * acknowledgement are one call.
 */
async function callForHelp(made: TeamCall) {
  const { engine, caller } = made;
  const id = await engine.db.transaction(async (tx) => {
    const team = await readTeamOfCallingGuide(made, tx);
    if (!sosStates.has(team.status)) throw new Refused(texts.over, { data: { reason: 'wrong_state' } });
    // calls of one guide run one after another
    await tx.query(sql`select from crew_guide where id = ${team.guide_id} for no key update`);
    const open = await tx.row<{ id: number }>(
      sql`select id from travel_sos where guide_id = ${team.guide_id} and status = 'raised'`,
    );
    if (open) return open.id;
    const where = readPhonePosition(made);
    const mobile = team.guide_mobile ?? '';
    const spot = where ? `${where.lng.toFixed(4)}, ${where.lat.toFixed(4)}` : '';
    const set = {
      itinerary_id: team.id,
      guide_id: team.guide_id,
      team_no: team.team_no,
      guide_name: team.guide_name,
      headline: [team.guide_name, mobile, team.route ?? '', spot, team.team_no].filter((one) => one !== '').join(' '),
      mobile: mobile || null,
      people: team.people,
      place: devicePlace(where),
      ...readPhoneMoment(made),
    };
    const stored = await write(engine, sos, onBehalfOf(caller), { operation: 'add', input: {}, set, unread: true }, tx);
    const nodes = ['travel/sos/acknowledge'];
    const officers = await findOfficersWhoSeeRow(engine, tx, sos, { row: stored.id, nodes, limit: maxNotified });
    const place = spot || '未知';
    const description = teamMessagePlaceholderValues(team);
    const values = { ...description, people: String(team.people), guide: team.guide_name, mobile, place };
    const english = spot ? {} : { place: 'unknown' };
    await tx.query(
      inboxMessagesTo(
        engine,
        sosRaised,
        { values, english },
        sql`select a.id as admin_id, null::bigint as user_id, ${sos.name}::text as resource, ${stored.id}::bigint as row_id,
          ${set.headline}::text as row_title from unnest(${officers.map((one) => one.id)}::bigint[]) a (id)`,
      ),
    );
    const about = { areaCode: team.area_code, resource: sos.name, rowId: stored.id, rowTitle: set.headline };
    const smsRecipients = await tx.rows<{ mobile: string }>(sql`
      select a.mobile from ${sql.id(tableOf(admin))} a where a.id = any(${officers.map((one) => one.id)}::bigint[]) and a.mobile is not null
      order by length(regexp_replace(coalesce(a.area_code, ''), '(00){1,2}$', '')) desc, a.id limit ${maxSms}`);
    await queueMessages(
      engine,
      tx,
      sosRaised,
      smsRecipients.map((one) => ({
        values,
        to: { ...about, mobile: one.mobile, once: `sos_raised ${stored.id} ${one.mobile}` },
      })),
    );
    await queueMessages(engine, tx, sosNotified, [
      {
        values,
        to: {
          mobile: team.emergency_mobile,
          areaCode: team.area_code,
          resource: itinerary.name,
          rowId: team.id,
          rowTitle: team.team_no,
          once: `sos_told ${stored.id}`,
        },
      },
    ]);
    return stored.id;
  });
  return new Answer({ id }, texts.called[caller.locale]);
}

export const sosCall = call({
  gate: 'login',
  methods: ['POST'],
  title: text('导游-紧急求助', 'Guide: emergency call'),
  summary: text('紧急求助：立即告知值班室', 'Emergency call: the duty room is notified at once'),
  limit: { perMinute: 20 },
  input: teamInput,
  checkedInRun: phoneInput,
  answer: object({ id: key }),
  run: callForHelp,
});

/** Stores who acknowledged a call, and its outcome. */
export const sosWriteHooks: WriteHooks<typeof sos> = {
  moves: {
    acknowledge({ values, caller }) {
      values.acknowledged_by ??= caller.name;
    },
    close({ values, input }) {
      values.outcome = input.outcome;
    },
  },
};

/** An officer on duty who acknowledges the alert on the wall acknowledges the call. */
export const sosSubscribers = {
  take_note_of_help: on(alertAcknowledgement, 'added', {
    async together(_facts, { engine, tx, caller, rows }) {
      const noted = (await rows()).filter(({ resource }) => resource === sos.name);
      for (const { row_id, name } of noted) {
        const open = await tx.row(
          sql`select from travel_sos where id = ${row_id ?? 0} and status = 'raised' for update`,
        );
        if (!open) continue;
        const set = { acknowledged_by: name };
        const order = {
          operation: 'move',
          move: 'acknowledge',
          id: row_id ?? 0,
          input: {},
          set,
          unread: true,
        } as const;
        await write(engine, sos, caller, order, tx);
      }
    },
  }),
};
