import { memberRoleNames } from '#kernel/declaration/account-types-and-member-role-names.ts';
import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { assignedGuide } from '#modules/travel/contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { heldByMember } from '#server/read/scope/rows-and-fields-readable-by-member-sql.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { incident } from '../contract/incident.ts';
import {
  type IncidentReportChoices,
  incidentReportFields,
  type ReportableTeam,
} from '../contract/incident-report-screen-and-fields.ts';

const texts = {
  sent: text('已报告，编号 {no}。请保持电话畅通', 'Reported as {no}. Please keep your phone free'),
  none: text(
    '只有导游和企业人员可以报告，请拨打 110 或 12345',
    'Guides and people of operators report here. Call 110 or 12345',
  ),
  choose: text('请选择团队或企业', 'Choose the team or the operator'),
  team: text('团队', 'Team'),
  enterprise: text('企业', 'Operator'),
  reportedAt: text('报告时间', 'Reported at'),
};

/** Days after which the moment that a device names is not believed. */
const mostDays = 3;

/** When it was reported: a report that waited on the device for a network names the moment. In s. */
function momentOfReport(named: number | null | undefined): number {
  const now = Math.floor(Date.now() / 1000);
  return Math.min(now, Math.max(named ?? now, now - mostDays * 86_400));
}

const mostTeams = 30;
const mostEnterprises = 50;

/** Teams that are on the way or leave or returned within a day: of the guide, or of operators for which the member acts. */
const reportableTeams = (engine: Engine, caller: Caller): Sql => sql`
  select t.id, t.team_no, t.route, t.tourist_count as people, t.agency_id,
    exists (select from ${sql.id(tableOf(assignedGuide))} a join ${sql.id(tableOf(guide))} g on g.id = a.guide_id
      where a.itinerary_id = t.id and g.user_id = ${caller.id}) as guided
  from ${sql.id(tableOf(itinerary))} t
  where t.status in ('confirmed', 'departed', 'abnormal', 'finished') and t.start_at < now() + interval '1 day' and t.end_at > now() - interval '1 day'
    and (t.id in (select a.itinerary_id from ${sql.id(tableOf(assignedGuide))} a join ${sql.id(tableOf(guide))} g on g.id = a.guide_id
        where g.user_id = ${caller.id} and g.status in ('valid', 'changing', 'suspended'))
      or ${heldByMember(itinerary, ['owner', 'operator'], caller, engine.find)})`;

const enterprisesOf = (engine: Engine, db: Queryable, caller: Caller) =>
  db.rows<{ id: number; name: string }>(sql`
    select t.id, t.name from ${sql.id(tableOf(enterprise))} t
    where ${heldByMember(
      enterprise,
      [...memberRoleNames].filter((role) => role !== 'viewer'),
      caller,
      engine.find,
    )}
    order by t.id limit ${mostEnterprises}`);

const choices = call({
  gate: 'login',
  summary: text('可报告的团队与企业', 'Teams and operators of which the caller may report an incident'),
  answer: object({
    teams: list(object({ id: key, team_no: string, route: orNull(string), people: integer })),
    enterprises: list(object({ id: key, name: string })),
    hotline: string,
  }),
  async run({ engine, caller }): Promise<IncidentReportChoices> {
    const teams = await engine.db.rows<ReportableTeam & { readonly [column: string]: unknown }>(
      sql`select id, team_no, route, people from (${reportableTeams(engine, caller)}) t order by id desc limit ${mostTeams}`,
    );
    return {
      teams,
      enterprises: await enterprisesOf(engine, engine.db, caller),
      hotline: engine.settings(siteSettings).hotline ?? '',
    };
  },
});

interface Reported {
  readonly itinerary_id: number | null;
  readonly enterprise_id: number | null;
  readonly guided: boolean;
}

const send = call({
  gate: 'login',
  methods: ['POST'],
  title: text('报告安全事件', 'Report an incident'),
  summary: text('导游或经营者报告安全事件', 'A guide or an operator reports an incident'),
  limit: { perMinute: 10 },
  input: {
    ...incidentReportFields,
    itinerary_id: field.integer(texts.team, { min: 1, max: Number.MAX_SAFE_INTEGER }),
    enterprise_id: field.integer(texts.enterprise, { min: 1, max: Number.MAX_SAFE_INTEGER }),
    reported_at: field.datetime(texts.reportedAt),
  },
  answer: object({ id: key, no: string }),
  async run({ engine, caller, input: { itinerary_id, enterprise_id, reported_at, ...report } }) {
    return engine.db.transaction(async (tx) => {
      const of = await reportedFor();
      const reporter = await tx.row<{ name: string; mobile: string | null }>(
        sql`select coalesce(nullif(m.nickname, ''), m.username) as name, m.mobile from ${sql.id(tableOf(memberAccount))} m where m.id = ${caller.id}`,
      );
      const { pictures, ...form } = report;
      const given = {
        ...form,
        dead: report.dead ?? 0,
        hurt: report.hurt ?? 0,
        missing: report.missing ?? 0,
        stranded: report.stranded ?? 0,
        happened_at: momentOfReport(reported_at),
        itinerary_id: of.itinerary_id,
        enterprise_id: of.enterprise_id,
        source: of.guided ? ('guide' as const) : ('operator' as const),
        reporter_name: reporter?.name ?? caller.name,
        reporter_mobile: reporter?.mobile ?? null,
      };
      const filesOf = { type: 'member', id: caller.id } as const;
      const set = { pictures: pictures ?? [] };
      const order = { operation: 'add', input: given, set, filesOf, unread: true } as const;
      const { id } = await write(engine, incident, onBehalfOf(caller), order, tx);
      const stored = await tx.row<{ no: string }>(sql`select no from incident where id = ${id}`);
      const no = stored?.no ?? '';
      return new Answer({ id, no }, textIn(texts.sent, caller.locale, { no }));

      /** The team or operator that was named, if it is the caller's; else the only one there is. */
      async function reportedFor(): Promise<Reported> {
        const teams = await tx.rows<{ id: number; agency_id: number; guided: boolean }>(
          reportableTeams(engine, caller),
        );
        const enterprises = await enterprisesOf(engine, tx, caller);
        if (teams.length === 0 && enterprises.length === 0)
          throw new Refused(texts.none, { data: { reason: 'not_ready' } });
        const team = itinerary_id
          ? teams.find((one) => one.id === itinerary_id)
          : enterprise_id || teams.length + enterprises.length > 1
            ? undefined
            : teams[0];
        if (itinerary_id && !team) throw invalid({ itinerary_id: [texts.choose[caller.locale]] });
        if (team) return { itinerary_id: team.id, enterprise_id: team.agency_id, guided: team.guided };
        const named = enterprise_id
          ? enterprises.find((one) => one.id === enterprise_id)
          : enterprises.length === 1
            ? enterprises[0]
            : undefined;
        if (!named)
          throw invalid({ [enterprise_id ? 'enterprise_id' : 'itinerary_id']: [texts.choose[caller.locale]] });
        return { itinerary_id: null, enterprise_id: named.id, guided: false };
      }
    });
  },
});

/** Calls of the screen on which an incident is reported with a phone. */
export const reportIncidentController: Controller = { app: 'api', name: 'incident.report', actions: { choices, send } };
