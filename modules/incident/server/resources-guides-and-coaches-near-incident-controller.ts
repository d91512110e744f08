import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
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
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { incident } from '../contract/incident.ts';
import {
  type EmergencyResourcesNearIncident,
  nearbyResourceRadius,
} from '../contract/resources-guides-and-coaches-near-incident-answer-types.ts';
import { findEmergencyResourcesGuidesAndCoachesNearby } from './find-emergency-resources-guides-and-coaches-nearby.ts';

const placed = { id: key, name: string, phone: orNull(string), lng: number, lat: number, distance: integer };

/** `GET nearby {id, radius}`: what can help near an incident. For those who verify incidents, as guides' phones are in it. */
const nearby = call({
  gate: 'rule',
  node: `${incident.name}/verify`,
  summary: text('安全事件附近的应急资源、导游和车辆', 'Help near an incident: resources, guides and coaches'),
  limit: { perMinute: 120 },
  input: {
    id: field.integer(text('安全事件', 'Incident'), { required: true, min: 1 }),
    radius: field.integer(text('半径（米）', 'Radius (m)'), { min: 1, max: nearbyResourceRadius.most }),
  },
  answer: object({
    origin: orNull(object({ lng: number, lat: number })),
    resources: list(object({ ...placed, kind: string, around_the_clock: boolean, capacity: orNull(integer) })),
    guides: list(object({ ...placed, team_no: string, at: integer })),
    vehicles: list(object({ ...placed, seats: orNull(integer), at: integer })),
  }),
  async run({ engine, caller, input: { id, radius } }): Promise<EmergencyResourcesNearIncident> {
    const visible = scopeOf(incident, caller, engine.find) ?? sql`true`;
    const one = await engine.db.row<{ lng: number | null; lat: number | null }>(
      sql`select t.place[0] as lng, t.place[1] as lat from incident t where t.id = ${id} and ${visible}`,
    );
    if (!one) throw notFound();
    if (one.lng === null || one.lat === null) return { origin: null, resources: [], guides: [], vehicles: [] };
    const origin = { lng: one.lng, lat: one.lat };
    return {
      origin,
      ...(await findEmergencyResourcesGuidesAndCoachesNearby(
        engine,
        engine.db,
        caller,
        origin,
        radius ?? nearbyResourceRadius.usual,
      )),
    };
  },
});

/** Calls of the command drawer of an incident. */
export const resourcesGuidesAndCoachesNearIncidentController: Controller = {
  app: 'admin',
  name: 'incident.command',
  actions: { nearby },
};
