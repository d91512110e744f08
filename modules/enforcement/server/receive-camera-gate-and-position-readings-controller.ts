import { createHash } from 'node:crypto';
import { compactIdentifier } from '#kernel/check/normalise-document-and-order-numbers.ts';
import { normalizePlate } from '#kernel/check/vehicle-plate.ts';
import { field } from '#kernel/field/field.ts';
import type { Reading } from '#kernel/module/time-series.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { verifyDummyPassword, verifyPassword } from '#server/auth/hash-and-verify-password.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Action, Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, list, object } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import {
  validateAndStoreReadings,
  type WrittenReadings,
} from '#server/time-series/validate-and-store-batch-of-readings.ts';
import {
  gateEntryCount,
  maxReadingRows,
  plateCapture,
  vehiclePosition,
} from '../contract/plate-gate-and-position-time-series.ts';

const refused = new Refused(text('来源编号或密钥不正确', 'Wrong source ID or key'), {
  data: { reason: 'forbidden' },
});
const tooMany = new Refused(text('rows 须为 1 至 1000 行的数组', 'rows must be an array of 1 to 1,000 rows'), {
  data: { reason: 'parameter' },
});

/** Verified keys by their hash: argon2 is too slow for every batch. A new key has a new hash. */
const right = new Map<string, string>();
const mostRight = 2000;

/** Whether a key belongs to an enabled source; takes as long if there is no such source. */
async function isSource({ db }: Engine, id: number, key: string): Promise<boolean> {
  const row = await db.row<{ key: string | null }>(sql`select key from enforcement_source where id = ${id} and open`);
  if (!row?.key) return verifyDummyPassword(key);
  const digest = createHash('sha256').update(key).digest('hex');
  if (right.get(row.key) === digest) return true;
  if (!(await verifyPassword(row.key, key))) return false;
  if (right.size >= mostRight) right.clear();
  right.set(row.key, digest);
  return true;
}

/** States of a team that may arrive at a gate; its agency or the clock may have ended it a little early. */
const onTheRoad = sql.raw(`'submitted', 'confirmed', 'departed', 'abnormal', 'finished'`);

type Row = Readonly<Record<string, unknown>>;
const isRow = (one: unknown): one is Row => typeof one === 'object' && one !== null && !Array.isArray(one);
/** Non-numbers become NaN, which validation refuses at their place in the batch. */
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
const momentOf = ({ at }: Row): number => numberOf(at);
/** The plate, cut at a length above any real plate to bound the cost. */
const plateOf = ({ plate }: Row): string => (typeof plate === 'string' ? normalizePlate(plate.slice(0, 20)) : '');

async function readBatch({ engine, body }: Call): Promise<{ id: number; rows: Row[] }> {
  const { source: id, key, rows } = body;
  const wellFormed = typeof id === 'number' && Number.isSafeInteger(id) && typeof key === 'string' && key.length <= 64;
  if (!wellFormed || !(await isSource(engine, id, key))) throw refused;
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > maxReadingRows) throw tooMany;
  return { id, rows: rows.map((one) => (isRow(one) ? one : {})) };
}

async function takeCaptures(call: Call): Promise<WrittenReadings> {
  const { id, rows } = await readBatch(call);
  const readings = rows.map((one) => {
    const plate = plateOf(one);
    const spot = typeof one.spot === 'string' ? one.spot : null;
    const type = typeof one.type === 'string' ? one.type : null;
    return { of: id, source: plate, at: momentOf(one), plate, spot, type } as Reading<typeof plateCapture.values>;
  });
  return validateAndStoreReadings(call.engine, plateCapture, systemCaller({ locale: call.caller.locale }), readings);
}

async function takePositions(call: Call): Promise<WrittenReadings> {
  const { id, rows } = await readBatch(call);
  const plates = rows.map(plateOf);
  // a source may report only vehicles of its own area
  const found = await call.engine.db.rows<{ id: number; plate: string }>(sql`
    select v.id, v.plate from crew_vehicle v join enterprise e on e.id = v.enterprise_id join enforcement_source s on s.id = ${id}
    where v.plate = any(${plates}::text[]) and v.status not in ('returned', 'scrapped')
      and starts_with(e.area_code, regexp_replace(s.area_code, '(00)+$', ''))`);
  const vehicles = new Map(found.map((one) => [one.plate, one.id]));
  const readings = rows.map((one, at) => ({
    of: vehicles.get(plates[at] ?? '') ?? 0,
    source: String(id),
    at: momentOf(one),
    place: { lng: numberOf(one.lng), lat: numberOf(one.lat) },
    speed: typeof one.speed === 'number' ? one.speed : null,
  }));
  return validateAndStoreReadings(call.engine, vehiclePosition, systemCaller({ locale: call.caller.locale }), readings);
}

/** A gate accepts a team this long before its start and after its end. */
const around = '12 hours';
/** Most characters of a team number; real ones are shorter. */
const longestTeam = 40;

async function takeEntries(call: Call): Promise<WrittenReadings> {
  const { id, rows } = await readBatch(call);
  const numbers = rows.map(({ team_no }) =>
    typeof team_no === 'string' ? compactIdentifier(team_no.slice(0, longestTeam)) : '',
  );
  // a gate may report only teams on a route through its area while they are under way; it learns nothing about others
  const found = await call.engine.db.rows<{ id: number; team_no: string; from: number; to: number; gate: string }>(sql`
    select i.id, compact_identifier(i.team_no) as team_no, extract(epoch from i.start_at - ${around}::interval)::float8 as "from",
      extract(epoch from i.end_at + ${around}::interval)::float8 as "to", s.name as gate
    from travel_itinerary i join enforcement_source s on s.id = ${id},
      lateral (select regexp_replace(s.area_code, '(00)+$', '') as own) g
    where compact_identifier(i.team_no) = any(${numbers}::text[]) and i.status in (${onTheRoad})
      and (starts_with(i.area_code, g.own) or exists (select from system_area d
        where d.id = any(i.destination_areas || coalesce(i.transit_areas, '{}'))
          and (starts_with(d.code, g.own) or starts_with(g.own, regexp_replace(d.code, '(00)+$', '')))))`);
  const teams = new Map(found.map((one) => [one.team_no, one]));
  const readings = rows.map((one, place) => {
    const team = teams.get(numbers[place] ?? '');
    const at = momentOf(one);
    const gate = typeof one.gate === 'string' ? one.gate.slice(0, longestTeam) : '';
    return {
      of: team && at >= team.from && at <= team.to ? team.id : 0,
      // several gates of a source may count at the same moment
      source: gate === '' ? String(id) : `${id} ${gate}`,
      at,
      people: numberOf(one.people),
      place: team?.gate ?? null,
    };
  });
  return validateAndStoreReadings(call.engine, gateEntryCount, systemCaller({ locale: call.caller.locale }), readings);
}

/** A batch of one sort, read by {@link readBatch}: a malformed source or key is refused like a wrong one. */
const batch = (summary: Text, row: Text, run: (made: Call) => Promise<WrittenReadings>): Action =>
  call({
    gate: 'none',
    methods: ['POST'],
    silent: true,
    limit: { perMinute: 300 },
    summary,
    inputFrom: 'body',
    checkedInRun: {
      source: field.integer(text('来源编号', 'Source ID'), { required: true }),
      key: field.text(text('接入密钥', 'Access key'), { required: true, max: 64 }),
      rows: field.text(row, { required: true }),
    },
    answer: object({ stored: integer, known: integer, refused: list(object({ place: integer })) }),
    run,
  });

/**
 * `POST captures`, `positions`, `entries` `{source, key, rows}`: readings of cameras, positioning services and gates,
 * up to 1,000 rows per call. Errors carry the index of their row; duplicates count as known; late readings are stored
 * under their own day.
 */
export const receiveRoadReadingsController: Controller = {
  app: 'api',
  name: 'enforcement.readings',
  actions: {
    captures: batch(
      text('批量上报车牌抓拍', 'Report plate captures in bulk'),
      text(
        '1 至 1000 行：plate、at（秒）、spot、type（tour_coach 或 other，可不填）',
        '1 to 1,000 rows: plate, at (seconds), spot, type (tour_coach or other, optional)',
      ),
      takeCaptures,
    ),
    positions: batch(
      text('批量上报车辆位置', 'Report vehicle positions in bulk'),
      text('1 至 1000 行：plate、at（秒）、lng、lat、speed', '1 to 1,000 rows: plate, at (seconds), lng, lat, speed'),
      takePositions,
    ),
    entries: batch(
      text('批量上报团队入园人数', 'Report team admissions in bulk'),
      text(
        '1 至 1000 行：team_no、at（秒）、people（不含导游、驾驶员）、gate（同一景区有多个入口时）',
        '1 to 1,000 rows: team_no, at (seconds), people (without guide and driver), gate (where a scenic area has several)',
      ),
      takeEntries,
    ),
  },
};
