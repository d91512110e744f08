import { text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import {
  boolean,
  integer,
  key,
  list,
  number,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import type {
  GuideCardSummary,
  GuideTeamsAnswer,
  OpenSos,
  TeamOfGuide,
} from '../../contract/on-the-road/teams-of-guide-answer-types.ts';

/** Days before departure and after the end in which a guide sees a team. */
const ahead = 30;
const behind = 15;

type Answered = {
  guide: GuideCardSummary | null;
  teams: TeamOfGuide[];
  sos: OpenSos | null;
  [column: string]: unknown;
};

/** The caller's teams of today and next, in one statement, without personal data of tourists. */
async function readTeamsOfGuide({ engine, caller }: Call): Promise<GuideTeamsAnswer> {
  const row = await engine.db.row<Answered>(sql`
    select json_build_object('name', g.name, 'card_no', g.card_no, 'valid_to', g.valid_to,
        'valid', g.status in ('valid', 'changing') and g.valid_to >= (now() at time zone 'Asia/Shanghai')::date) as guide,
      (select json_build_object('id', s.id, 'status', s.status, 'made_at', extract(epoch from s.made_at)::bigint, 'acknowledged_by', s.acknowledged_by)
        from travel_sos s where s.guide_id = g.id and s.status in ('raised', 'acknowledged') and s.made_at > now() - interval '1 day'
        order by s.id desc limit 1) as sos,
      coalesce((select json_agg(json_build_object(
        'id', t.id, 'team_no', t.team_no, 'route', t.route, 'status', t.status, 'people', t.tourist_count,
        'start_at', extract(epoch from t.start_at)::bigint, 'end_at', extract(epoch from t.end_at)::bigint,
        'confirmed_at', (select extract(epoch from min(a.confirmed_at))::bigint from travel_assigned_guide a
          where a.itinerary_id = t.id and a.guide_id = g.id having count(a.confirmed_at) = count(*)),
        'agency', e.name, 'agency_mobile', e.contact_mobile,
        'emergency_contact', t.emergency_contact, 'emergency_mobile', t.emergency_mobile,
        'vehicles', (select coalesce(json_agg(json_build_object('plate', v.plate, 'seats', v.seats, 'drivers',
            (select coalesce(json_agg(json_build_object('name', d.name, 'mobile', d.mobile) order by d.id = v.second_driver_id), '[]')
              from crew_driver d where d.id in (v.driver_id, v.second_driver_id))) order by v.weigh, v.id), '[]')
          from travel_assigned_vehicle v where v.itinerary_id = t.id),
        'stops', (select coalesce(json_agg(json_build_object('id', s.id, 'day_no', s.day_no, 'name', s.name, 'poi_type', s.poi_type,
            'arrive', to_char(s.arrive, 'HH24:MI'), 'plan_arrive', extract(epoch from s.plan_arrive)::bigint,
            'actual_arrive', extract(epoch from s.actual_arrive)::bigint,
            'place', case when s.place is null then null else json_build_object('lng', s.place[0], 'lat', s.place[1]) end)
            order by s.day_no, s.weigh, s.id), '[]')
          from travel_itinerary_stop s where s.itinerary_id = t.id),
        'counted', (select json_build_object('people', n.people, 'at', extract(epoch from n.made_at)::bigint)
          from travel_road_note n where n.itinerary_id = t.id and n.kind = 'headcount' order by n.made_at desc limit 1),
        'requests', (select coalesce(json_agg(json_build_object('id', r.id, 'kind', r.kind, 'stop_name', r.stop_name, 'status', r.status,
            'answer', r.answer) order by r.id desc), '[]')
          from (select * from travel_change_request r where r.itinerary_id = t.id order by r.id desc limit 10) r)
        ) order by t.start_at, t.id)
      from (select t.* from travel_itinerary t where t.id in (select a.itinerary_id from travel_assigned_guide a where a.guide_id = g.id)
          and (t.status in ('confirmed', 'departed', 'abnormal') and t.start_at < now() + make_interval(days => ${ahead})
            or t.status = 'finished' and t.finished_at > now() - make_interval(days => ${behind}))
        order by t.start_at limit 20) t join enterprise e on e.id = t.agency_id), '[]') as teams
    from crew_guide g where g.user_id = ${caller.id}`);
  const hotline = engine.settings(siteSettings).hotline ?? '';
  return row
    ? { guide: row.guide, teams: row.teams, sos: row.sos, hotline }
    : { guide: null, teams: [], sos: null, hotline };
}

const stop = object({
  id: key,
  day_no: integer,
  name: string,
  poi_type: string,
  arrive: string,
  plan_arrive: orNull(integer),
  actual_arrive: orNull(integer),
  place: orNull(object({ lng: number, lat: number })),
});

const team = object({
  id: key,
  team_no: string,
  route: orNull(string),
  status: string,
  people: integer,
  start_at: integer,
  end_at: integer,
  confirmed_at: orNull(integer),
  agency: string,
  agency_mobile: orNull(string),
  emergency_contact: string,
  emergency_mobile: string,
  vehicles: list(
    object({
      plate: string,
      seats: orNull(integer),
      drivers: list(object({ name: string, mobile: string })),
    }),
  ),
  stops: list(stop),
  counted: orNull(object({ people: integer, at: integer })),
  requests: list(object({ id: key, kind: string, stop_name: orNull(string), status: string, answer: orNull(string) })),
});

const answer: JsonSchema<GuideTeamsAnswer> = object({
  guide: orNull(object({ name: string, card_no: string, valid: boolean, valid_to: string })),
  teams: list(team),
  hotline: string,
  sos: orNull(object({ id: key, status: string, made_at: integer, acknowledged_by: orNull(string) })),
});

export const teamsOfGuideCall = call({
  gate: 'login',
  summary: text('导游本人的团队：今日与今后', "The guide's own teams, today and upcoming"),
  answer,
  run: readTeamsOfGuide,
});
