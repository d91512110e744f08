import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { validityAfter } from '#kernel/lifecycle/document-validity-by-expiry-date.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { bayesianScoreOf, roundScore } from '#modules/crew/contract/bayesian-rating-score.ts';
import { driver } from '#modules/crew/contract/driver.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import type { CountyAndOriginWeights } from '#modules/demo/server/generate/generate-enterprises.ts';
import {
  type FirmWithCrew,
  generateDrivers,
  generateGuides,
  generateVehicles,
} from '#modules/demo/server/generate/generate-guides-drivers-and-vehicles.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { toStoredValue } from '#server/write/field/convert-to-stored-values.ts';

/** Numbers small enough to look through, and the firms they are spread over. */
const sizes = { guides: 120, drivers: 60, vehicles: 60, firms: 40 } as const;

/** Generates guides, drivers and vehicles of an area, unless it has some, with ratings of the guides. */
export async function addDemoGuidesDriversAndVehiclesWithRatings(
  engine: Engine,
  areaCode: string,
  setting: CountyAndOriginWeights,
  seed: number,
): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const within = `${areaPrefix(areaCode)}%`;
    if (await tx.row(sql`select from crew_guide where area_code like ${within} limit 1`)) return;
    const firms = (types: readonly string[]) =>
      tx.rows<FirmWithCrew & Record<string, unknown>>(sql`
        select id, area_code from enterprise where status = 'active' and ent_type = any(${[...types]}::text[]) and area_code like ${within}
        order by id limit ${sizes.firms}`);
    const place = { setting, seed, today: shanghaiToday() };
    await storeGuides(engine, tx, generateGuides(await firms(['agency']), sizes.guides, place));
    const coaches = await firms(['coach']);
    await storeDrivers(engine, tx, generateDrivers(coaches, sizes.drivers, place));
    await storeVehicles(tx, generateVehicles(coaches, sizes.vehicles, place));
    for (const [resource, table] of [
      [guide, 'crew_guide'],
      [driver, 'crew_driver'],
      [vehicle, 'crew_vehicle'],
    ] as const)
      await tx.query(sql`
        insert into history (resource, row_id, action, to_status, actor_type, actor_name, area_code, createtime)
        select ${resource.name}, t.id, 'add', ${resource.life?.initial ?? null}, 'member', e.contact_name, e.area_code, t.createtime from ${sql.id(table)} t
        join enterprise e on e.id = ${sql.id('t', resource === guide ? 'agency_id' : 'enterprise_id')} where e.area_code like ${within}`);
  });
  for (const table of ['crew_guide', 'crew_driver', 'crew_vehicle', 'crew_rating'])
    await engine.db.query(sql`analyze ${sql.id(table)}`);
}

type Rows = readonly Readonly<Record<string, unknown>>[];

const sealed = (engine: Engine, id_no: string): unknown =>
  JSON.parse(String(toStoredValue(guide.fields.id_no, id_no, engine.seal)));

const asOfToday = (resource: Parameters<typeof validityAfter>[0], row: Readonly<Record<string, unknown>>) =>
  validityAfter(resource, row, shanghaiToday()) ?? 'valid';

async function storeGuides(engine: Engine, tx: Transaction, rows: ReturnType<typeof generateGuides>): Promise<void> {
  const counted = rows.map(({ ratings }) => ({
    count: ratings.length,
    total: ratings.reduce((sum, one) => sum + one.service + one.narration + one.safety + one.honesty, 0),
  }));
  const [count, total] = [
    counted.reduce((sum, one) => sum + one.count, 0),
    counted.reduce((sum, one) => sum + one.total, 0),
  ];
  const records: Rows = rows.map(({ ratings: _ratings, ...row }, at) => {
    const own = counted[at] ?? { count: 0, total: 0 };
    return {
      ...row,
      id_no: sealed(engine, row.id_no),
      validity: asOfToday(guide, row),
      ratings_count: own.count,
      ratings_total: own.total,
      score: own.count > 0 ? roundScore(bayesianScoreOf(own, total / (count * 4))) : null,
    };
  });
  await tx.query(sql`
    insert into crew_guide (agency_id, association, area_code, name, gender, id_no, mobile, card_no, qualification_no, level, star, languages, valid_to,
      validity, honours, status, suspended_from, suspended_until, barred_until, decision_no, score, ratings_count, ratings_total, createtime)
    select r.*, now() - interval '200 days' from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(agency_id bigint, association text, area_code text, name text,
      gender text, id_no jsonb, mobile text, card_no text, qualification_no text, level text, star text, languages text[], valid_to date, validity text,
      honours text, status text, suspended_from date, suspended_until date, barred_until date, decision_no text, score numeric, ratings_count int,
      ratings_total int) on conflict do nothing`);
  const ratings: Rows = rows.flatMap(({ card_no, ratings: given }) => given.map((one) => ({ ...one, card_no })));
  await tx.query(sql`
    insert into crew_rating (guide_id, team_no, rated_on, service, narration, safety, honesty, remark, createtime)
    select g.id, r.team_no, r.rated_on, r.service, r.narration, r.safety, r.honesty, r.remark, r.rated_on + time '20:00'
    from jsonb_to_recordset(${JSON.stringify(ratings)}::jsonb) as r(card_no text, team_no text, rated_on date, service int, narration int, safety int, honesty int, remark text)
    join crew_guide g using (card_no) order by r.rated_on`);
}

async function storeDrivers(engine: Engine, tx: Transaction, rows: ReturnType<typeof generateDrivers>): Promise<void> {
  const records: Rows = rows.map((row) => ({
    ...row,
    id_no: sealed(engine, row.id_no),
    validity: asOfToday(driver, row),
  }));
  await tx.query(sql`
    insert into crew_driver (enterprise_id, name, id_no, mobile, licence_class, licence_valid_to, qualification_no, qualification_valid_to, medical_on, points,
      status, validity, createtime)
    select r.*, now() - interval '150 days' from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(enterprise_id bigint, name text, id_no jsonb, mobile text,
      licence_class text, licence_valid_to date, qualification_no text, qualification_valid_to date, medical_on date, points int, status text, validity text)
    on conflict do nothing`);
}

async function storeVehicles(tx: Transaction, rows: ReturnType<typeof generateVehicles>): Promise<void> {
  const records: Rows = rows.map((row) => ({ ...row, validity: asOfToday(vehicle, row) }));
  await tx.query(sql`
    insert into crew_vehicle (plate, plate_color, enterprise_id, type, seats, permit_no, permit_valid_to, inspect_valid_to, insurance_valid_to, gps_vendor,
      guide_seat, status, validity, gps_online_at, createtime)
    select r.plate, r.plate_color, r.enterprise_id, r.type, r.seats, r.permit_no, r.permit_valid_to, r.inspect_valid_to, r.insurance_valid_to, r.gps_vendor,
      r.guide_seat, r.status, r.validity, now() - r.gps_ago * interval '1 minute', now() - interval '150 days'
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(plate text, plate_color text, enterprise_id bigint, type text, seats int, permit_no text, permit_valid_to date,
      inspect_valid_to date, insurance_valid_to date, gps_vendor text, guide_seat boolean, gps_ago int, status text, validity text) on conflict do nothing`);
}
