import type { DeadlineClock } from '#kernel/declaration/deadline-clock.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { area } from '#modules/system/contract/administrative-division.ts';
import { noticeLevels } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';
import { assignedGuide } from '#modules/travel/contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { sos } from '#modules/travel/contract/on-the-road/sos-emergency-call.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type Incident, incident } from '../contract/incident.ts';
import { incidentLifecycle } from '../contract/incident-lifecycle.ts';
import {
  incidentGrave,
  incidentOverdue,
  incidentReported,
  riskNoticePublished,
} from '../contract/message-templates.ts';
import { type RiskNotice, riskNotice } from '../contract/risk-notice.ts';
import { incidentMessageValues, notifyOfficersOfIncident } from './notify-officers-of-incident.ts';

/** Whose calls and messages the leaders of the prefecture and above get. */
const leaders = { nodes: [`${incident.name}/grade`], upTo: 2 } as const;
const duty = { nodes: [`${incident.name}/verify`] } as const;

/** Notifies the leaders of a grade above the lowest, once for each grade. */
async function notifyOfGraveIncident(engine: Engine, tx: Transaction, row: Incident): Promise<void> {
  if (row.level === null || row.level === 'ordinary' || row.status === 'dismissed') return;
  const message = {
    template: incidentGrave,
    values: incidentMessageValues(row),
    once: `incident ${row.id} ${row.level}`,
  };
  await notifyOfficersOfIncident(engine, tx, row, message, leaders);
}

/** Notifies the leaders of every passed time limit of an incident, once for each. */
async function notifyOfPassedLimits(engine: Engine, tx: Transaction, row: Incident): Promise<void> {
  const passed = await tx.rows<{ clock: keyof NonNullable<typeof incidentLifecycle.clocks> & string }>(sql`
    select d.clock from deadline d where d.resource = ${incident.name} and d.row_id = ${row.id} and d.status <> 'done' and d.due_at < now()`);
  for (const { clock } of passed) {
    const declared: DeadlineClock | undefined = incidentLifecycle.clocks?.[clock];
    if (!declared) continue;
    const { no, title } = incidentMessageValues(row);
    const values = { no, title, clock: text(declared['zh-cn'], declared.en) };
    const message = { template: incidentOverdue, values, once: `incident ${row.id} ${clock}` };
    await notifyOfficersOfIncident(engine, tx, row, message, { nodes: [...leaders.nodes, ...duty.nodes] });
  }
}

/** Sends a published notice to the guides whose teams are on the way, or leave within a day, in its area. */
async function notifyGuidesOfRisk(engine: Engine, tx: Transaction, row: RiskNotice): Promise<void> {
  const prefix = row.area_code.replace(/(00){1,2}$/, '');
  const level = noticeLevels.options[row.level];
  const values = {
    level: level ? text(level['zh-cn'], level.en) : row.level,
    title: text(row.title, row.title_en),
    content: text(row.content, row.content_en),
  };
  await tx.query(
    inboxMessagesTo(
      engine,
      riskNoticePublished,
      { values, opens: 'travel/road', once: `risk_notice ${row.id}` },
      sql`select distinct null::bigint as admin_id, g.user_id, ${riskNotice.name}::text as resource, ${row.id}::bigint as row_id, ${row.title}::text as row_title
        from ${sql.id(tableOf(itinerary))} t join ${sql.id(tableOf(assignedGuide))} a on a.itinerary_id = t.id
        join ${sql.id(tableOf(guide))} g on g.id = a.guide_id
        where t.status in ('confirmed', 'departed', 'abnormal') and t.start_at < now() + interval '1 day' and t.end_at > now() - interval '1 day'
          and g.user_id is not null
          and (starts_with(t.area_code, ${prefix}) or exists (
            select from ${sql.id(tableOf(area))} d where d.id = any(t.destination_areas) and starts_with(d.code, ${prefix})))`,
    ),
  );
}

/** A call for help as it becomes an incident. */
interface Call {
  readonly id: number;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly made_at: number;
  readonly guide_name: string | null;
  readonly mobile: string | null;
  readonly people: number | null;
  readonly team_no: string | null;
  readonly itinerary_id: number;
  readonly agency_id: number;
  readonly area_code: string;
  readonly [column: string]: unknown;
}

export const incidentEventSubscribers: Readonly<Record<string, Subscriber>> = {
  /** A call for help is an incident from the moment it is made; it is called a false alarm later if it was one. */
  open_incident_of_call: on(sos, 'added', {
    async together(facts, { engine, tx, caller }) {
      const calls = await tx.rows<Call>(sql`
        select s.id, s.place[0] as lng, s.place[1] as lat, extract(epoch from s.made_at)::bigint as made_at, s.guide_name, s.mobile,
          s.people, s.team_no, s.itinerary_id, t.agency_id, t.area_code
        from ${sql.id(tableOf(sos))} s join ${sql.id(tableOf(itinerary))} t on t.id = s.itinerary_id
        where s.id = any(${facts.map(({ row_id }) => row_id)}::bigint[])`);
      for (const one of calls) {
        const input = {
          // readable in both languages
          title: ['SOS', one.guide_name, one.team_no].filter(Boolean).join(' '),
          kind: 'accident',
          happened_at: Number(one.made_at),
          place: one.lng === null || one.lat === null ? null : { lng: one.lng, lat: one.lat, from: 'device' as const },
          itinerary_id: one.itinerary_id,
          enterprise_id: one.agency_id,
          reporter_name: one.guide_name,
          reporter_mobile: one.mobile,
          source: 'sos' as const,
          ...(one.lng === null ? { area_code: one.area_code } : {}),
        };
        const set = { sos_id: one.id };
        await write(engine, incident, caller, { operation: 'add', input, set, unread: true }, tx);
      }
    },
  }),
  start_clocks_of_report: on(incident, 'added', {
    async together(facts, { cascadeMove }) {
      const ids = facts.map(({ row_id }) => row_id);
      // a call for help rings on its own; what is missing is the report of its operator
      await cascadeMove(incident, sql`t.id = any(${ids}::bigint[]) and t.source <> 'sos'`, 'alarm');
      await cascadeMove(
        incident,
        sql`t.id = any(${ids}::bigint[]) and t.operator_reported_at is null and t.enterprise_id is not null`,
        'awaitOperator',
      );
    },
    async later(_fact, { engine, tx, rows }) {
      for (const row of await rows()) {
        const message = { template: incidentReported, values: incidentMessageValues(row), once: `incident ${row.id}` };
        await notifyOfficersOfIncident(engine, tx, row, message, duty);
        await notifyOfGraveIncident(engine, tx, row);
      }
    },
  }),
  notify_of_grave_incident: on(incident, ['supplemented', 'updated', 'verified', 'graded'], {
    async later(_fact, { engine, tx, rows }) {
      for (const row of await rows()) await notifyOfGraveIncident(engine, tx, row);
    },
  }),
  notify_of_passed_limit: on(incident, 'overdue', {
    async later(_fact, { engine, tx, rows }) {
      for (const row of await rows()) await notifyOfPassedLimits(engine, tx, row);
    },
  }),
  notify_guides_of_risk: on(riskNotice, 'published', {
    async later(_fact, { engine, tx, rows }) {
      for (const row of await rows()) if (row.status === 'published') await notifyGuidesOfRisk(engine, tx, row);
    },
  }),
};
