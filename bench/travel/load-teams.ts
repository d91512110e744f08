import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { driver } from '#modules/crew/contract/driver.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { licence } from '#modules/enterprise/contract/licence.ts';
import { insurancePolicy } from '#modules/insurance/contract/insurance-policy.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { product } from '#modules/travel/contract/product/tour-product.ts';
import type { Database, Queryable } from '#server/db/open-database.ts';

/** Teams of each vehicle and each guide, one after the other, four days apart. */
const turns = 40;
/** Number of agencies and coach firms among the loaded enterprises. */
const agencies = 200;
const firms = 100;
/** Tourists of an ordinary team, and of one that is submitted by the measurement. */
const people = 22;
export const touristsSubmitted = 40;
/** Teams that are still to be submitted. */
export const teamsToSubmit = 4000;
/** The camera that sends batches during the measurement. */
export const benchSource = 'bench';

const [vehicles, drivers, guides, policies] = [
  tableOf(vehicle),
  tableOf(driver),
  tableOf(guide),
  tableOf(insurancePolicy),
];
const [teams, products, licences] = [tableOf(itinerary), tableOf(product), tableOf(licence)];

/**
 * The planted violations: the team at this place of every thousand; `k` is its number from 0, `p` the team whose crew
 * has no violations.
 */
const plants = [
  'I01',
  'I02',
  'I03',
  'I04',
  'I05',
  'I06',
  'I07',
  'I08',
  'I09',
  'I11',
  'I13',
  'I15',
  'I16',
  'I18',
  'I10',
  'I12',
] as const;
/** Days of a trip on which a guide has no day of rest (I13). */
const long = 13;
/** Number of teams of one small agency on one day (I17). */
const crowd = 70;
/** Places of a thousand whose teams are as close to a violation as the rules allow. */
const near = { I03: 100, I04: 101, I05: 102, I09: 103, I11: 104, I15: 105, I10: 106, I12: 107 } as const;
/**
 * Teams with events on the road left yesterday, when their crews had no other team; these are the places of a thousand
 * that fall on later days of four.
 */
const onTheRoad = () => [at('I10'), at('I12'), near.I10, near.I12];

const at = (code: (typeof plants)[number]): number => plants.indexOf(code);
const is = (...codes: (typeof plants)[number][]) => `(k % 1000 in (${codes.map(at).join(', ')}))`;
const nearly = (code: keyof typeof near) => `(k % 1000 = ${near[code]})`;
/** The other one of two teams that share what only one may have: at the same time, with a crew of its own. */
const partner = 40;

/** Fills the tables of teams by SQL only; the violations of each are stored in `bench_truth`. */
export async function loadTeams(db: Database, count: number, log: (line: string) => void): Promise<void> {
  if (count < 20_000 || count % 20_000 !== 0) throw new RangeError('--itineraries: a multiple of 20000');
  const loaded = await db.row<{ n: number }>(`select count(*)::int as n from ${teams} where id <= ${count}`);
  if (loaded?.n === count) {
    log(`${count} itineraries are loaded already`);
    return;
  }
  if (loaded?.n) throw new Error(`the database holds ${loaded.n} itineraries; remove it to load ${count}`);
  const started = performance.now();
  const logStep = (name: string) => log(`  ${name} (${((performance.now() - started) / 1000).toFixed(0)} s)`);
  await db.transaction(async (tx) => {
    // keys are set by the generator, which creates the referenced rows too
    await tx.query('set local session_replication_role = replica');
    await loadCrew(tx, count / turns);
    await storeTeams(tx, count);
    logStep('teams');
    await loadPlans(tx);
    logStep('their days and stops');
    await loadTourists(tx);
    logStep('their tourists');
    await assign(tx, count);
    await reportRoad(tx, count);
    await storeExpected(tx, count);
    logStep('their crews');
  });
  // with the triggers that maintain materialised measures: the origins of tourists
  await db.query(`insert into travel_team_source (itinerary_id, team_no, team_status, start_at, area_code, source_area, people)
    select i.id, i.team_no, i.status, i.start_at, i.area_code, left(t.source_area, 4) || '00', count(*)
    from ${teams} i join travel_tourist t on t.itinerary_id = i.id group by i.id, 6`);
  logStep('where they are from');
  await db.query(
    `select setval(pg_get_serial_sequence('${teams}', 'id'), (select max(id) from ${teams})), setval(pg_get_serial_sequence('travel_tourist', 'id'), (select max(id) from travel_tourist))`,
  );
  for (const table of [
    teams,
    'travel_tourist',
    'travel_team_source',
    'travel_itinerary_stop',
    'travel_itinerary_day',
    'travel_assigned_guide',
  ])
    await db.query(`vacuum (analyze) ${table}`);
  for (const table of [
    'travel_assigned_vehicle',
    vehicles,
    drivers,
    guides,
    products,
    policies,
    licences,
    'enterprise',
  ])
    await db.query(`analyze ${table}`);
  log(`${count} itineraries loaded in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

async function loadCrew(tx: Queryable, crews: number): Promise<void> {
  await tx.query(`update enterprise set ent_type = 'agency', status = 'active' where id <= ${agencies}`);
  await tx.query(
    `update enterprise set ent_type = 'coach', status = 'active' where id > ${agencies} and id <= ${agencies + firms}`,
  );
  await tx.query(`insert into ${policies} (enterprise_id, kind, insurer, policy_no, from_on, to_on, file, per_person_limit, verification, validity, status)
    select n, 'liability', '某财产保险', 'BENCH' || n, current_date - 30, current_date + 1000, '', 30000000, 'verified', 'valid', 'valid' from generate_series(1, ${agencies}) n`);
  await tx.query(`insert into ${licences} (enterprise_id, kind, license_no, scope, issued_by, issue_date, verify_status, validity, status)
    select n, 'agency', 'L-BENCH-' || n, '国内旅游业务、入境旅游业务', '某市文化和旅游局', '2020-01-01', 'verified', 'valid', 'recorded' from generate_series(1, ${agencies}) n`);
  await tx.query(`insert into ${products} (title, category, agency_id, departure_area, destination_areas, transport, day_count, nights, min_group, price_from,
      guidance_per_day, includes, excludes, safety_notice, cancel_policy, status)
    values ('两日游', 'province', 1, '530102', array[1], 'coach', 2, 1, 1, 20000, 10000, '', '', '', '', 'on_sale')`);
  // one more for each team that is planted with documents or a series of days of its own
  const all = crews * 2;
  await tx.query(`insert into ${vehicles} (plate, plate_color, enterprise_id, type, seats, permit_no, permit_valid_to, inspect_valid_to, insurance_valid_to, status)
    select '云A' || lpad(n::text, 5, '0'), 'yellow', ${agencies + 1} + n % ${firms}, 'large', case when n > ${crews} then 49 else 25 end, 'P' || n, '2099-12-31', '2099-12-31', '2099-12-31', 'normal'
    from generate_series(1, ${all}) n`);
  await tx.query(`insert into ${drivers} (enterprise_id, name, id_no, mobile, licence_class, qualification_no, qualification_valid_to, status)
    select ${agencies + 1} + n % ${firms}, '驾驶员', jsonb_build_object('hash', 'd' || n, 'mask', '', 'cipher', ''), '13900139000', 'A1', 'Q' || n, '2099-12-31', 'working' from generate_series(1, ${all}) n`);
  await tx.query(`insert into ${guides} (name, id_no, mobile, card_no, level, valid_to, languages, area_code, status)
    select '导游', jsonb_build_object('hash', 'g' || n, 'mask', '', 'cipher', ''), '13700137000', 'D-5301-' || n, 'junior', '2099-12-31', array['zh'], '530102', 'valid'
    from generate_series(1, ${all}) n`);
}

/**
 * The days of a team: from today on, so that some of them are on the road; the next team of a crew leaves after the
 * last one is back.
 */
const begins = (crews: number, k: string) =>
  `(date_trunc('day', now(), 'Asia/Shanghai') + interval '8 hours' + ((${k}) / ${crews} * 4 + (${k}) % 4) * interval '1 day')`;

/** The origins of most tourists of a team; the last ones of its list are from the next origin. */
const origins = `(array['510100', '500103', '440300', '310000', '110000', '430100', '520100', '450300', '330100', '320100', '420100', '530100'])`;

async function storeTeams(tx: Queryable, count: number): Promise<void> {
  const crews = count / turns;
  const left = `date_trunc('day', now(), 'Asia/Shanghai') - interval '16 hours'`;
  const start = `case when k < ${count} and k % 1000 in (${onTheRoad().join(', ')}) then ${left} when k < ${count} then ${begins(crews, 'k')} else ${begins(crews, `k - ${count}`)} + interval '400 days' end`;
  const fee = `case when k >= ${count} then 880000 when ${is('I05')} then 308000 when ${nearly('I05')} then 312400 when ${is('I06')} then 0 when ${is('I16')} then 220000 when ${is('I04')} then 880000 when ${is('I13')} then ${long} * 240000 else 480000 end`;
  // thirteen days with one guide; the coach is assigned for the first two, like that of any other team
  const lasts = `case when ${is('I13')} then interval '${long - 1} days 10 hours' else interval '34 hours' end`;
  await tx.query(`
    insert into ${teams} (id, team_no, agency_id, kind, contract_mode, product_id, start_at, end_at, area_code, destination_areas, tourist_count, adult_count, child_count,
      person_days, total_fee, per_capita, emergency_contact, emergency_mobile, submitted_at, list_hash, status, late, leader_required, source_area)
    overriding system value
    select k + 1, 'T5301' || to_char(s.at at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(k::text, 7, '0'),
      case when w.at is null and k / ${crews} = 5 and k % 4 = 0 and k % ${crews} < ${crowd * 4} then ${agencies} else 1 + k % ${agencies - 1} end,
      case when ${is('I16')} then 'one_day' else 'province' end, 'e', case when ${is('I16')} then null else (select max(id) from ${products}) end,
      s.at, s.at + ${lasts}, '530102', array[(select id from system_area where code = '532901')], n.all, n.all - n.minors, n.minors, n.all * case when ${is('I13')} then ${long} else 2 end,
      ${fee}, 20000, '赵六', '13500135000', case when w.at is null then s.at - case when ${is('I11')} then interval '3 hours' when ${nearly('I11')} then interval '12 hours' else interval '30 hours' end end,
      case when ${is('I18')} then md5('list' || k) when k % 1000 = ${at('I18') + partner} then md5('list' || (k - ${partner})) else md5('team' || k) end,
      case when w.at is null then 'confirmed' else 'draft' end, 'no', 'no',
      ${origins}[1 + k % 12]
    from (select k::int from generate_series(0, ${count + teamsToSubmit - 1}) k) k,
      lateral (select ${start} as at) s, lateral (select case when k >= ${count} then true end as at) w,
      lateral (select case when k >= ${count} then ${touristsSubmitted} when ${is('I04')} then 24 when ${nearly('I04')} then 23 else ${people} end as all,
        case when k >= ${count} then 0 when ${is('I15')} then 7 when ${nearly('I15')} then 6 else 0 end as minors) n`);
}

async function loadPlans(tx: Queryable): Promise<void> {
  await tx.query(`insert into travel_itinerary_day (itinerary_id, title, breakfast, lunch, dinner, hotel_standard, weigh)
    select i.id, '第' || n || '天', 'included', 'included', 'self', 'star3', n from ${teams} i, generate_series(1, 2) n`);
  // eight stops, or seven, of an hour each
  await tx.query(`
    insert into travel_itinerary_stop (itinerary_id, day_no, poi_type, name, arrive, stay_minutes, fee, plan_arrive, plan_leave, weigh, createtime)
    select i.id, 1 + n / 4, t.type, '站点' || n, t.arrive, t.minutes, case when t.type = 'scenic' then 2000 end, p.at, p.at + t.minutes * interval '1 minute', n, i.start_at - interval '30 hours'
    from (select i.id, i.start_at, i.id - 1 as k from ${teams} i) i, generate_series(0, 7) n,
      lateral (select case when n = 0 and (${is('I03')} or ${nearly('I03')}) then 'transfer' when n = 3 or n = 1 and ${is('I07')} then 'shop' else 'scenic' end as type,
        case when n = 0 and ${is('I03')} then 300 when n = 0 and ${nearly('I03')} then 240 else 60 end as minutes,
        case when n = 0 then time '08:00' else time '10:00' + (n % 4) * interval '90 minutes' + case when ${is('I03')} or ${nearly('I03')} then interval '90 minutes' else interval '0' end end as arrive) t,
      lateral (select date_trunc('day', i.start_at, 'Asia/Shanghai') + (n / 4) * interval '1 day' + t.arrive as at) p
    where n < 7 or i.id % 2 = 0`);
}

const loadTourists = (tx: Queryable) =>
  tx.query(`
    insert into travel_tourist (itinerary_id, name, id_type, id_no, gender, birthday, mobile, nationality, is_minor, weigh, source_area)
    select i.id, '游客' || n, 'id_card', jsonb_build_object('mask', '510104********1234', 'hash', md5(case when n = 0 and k % 1000 = ${at('I08') + partner} then 'p' || (k - ${partner}) else 'p' || k end || '-' || n), 'cipher', 'v1.bench'),
      'male', '1985-05-05', '13600136000', '中国', 'no', n, ${origins}[1 + (k + n / 15) % 12]
    from (select id, id - 1 as k, case when status = 'draft' then ${touristsSubmitted} else ${people} end as size from ${teams}) i, generate_series(0, i.size - 1) n`);

async function assign(tx: Queryable, count: number): Promise<void> {
  const crews = count / turns;
  // teams to be submitted have coaches of their own, with enough seats for forty and so have the teams that left
  // yesterday, all at once; the first three rows are for the guides below
  const away = onTheRoad().map(
    (place, n) => `when k % 1000 = ${place} then ${crews} + 1 + k / 1000 + ${(3 + n) * Math.ceil(count / 1000)}`,
  );
  const crew = `case when k >= ${count} then ${crews} + 1 + (k - ${count}) % ${crews} ${away.join(' ')} else 1 + k % ${crews} end`;
  const own = `${crews} + 1 + k / 1000`;
  await tx.query(`
    insert into travel_assigned_vehicle (itinerary_id, vehicle_id, driver_id, plate, seats, coach_id, to_at, shared_transfer, weigh)
    select k + 1, v.id, c.no, v.plate, v.seats, v.enterprise_id, case when ${is('I13')} then start_at + interval '34 hours' end, false, 0
    from (select id - 1 as k, start_at from ${teams}) i cross join lateral (select ${crew} as no) c
      join ${vehicles} v on v.id = case when ${is('I01')} then 1 + (k + ${partner}) % ${crews} else c.no end`);
  await tx.query(`
    insert into travel_assigned_guide (itinerary_id, guide_id, name, role, weigh)
    select k + 1, case when ${is('I02')} then 1 + (k + ${partner}) % ${crews} when ${is('I09', 'I13')} or ${nearly('I09')} then ${own} + case when ${is('I13')} then ${Math.ceil(count / 1000)} when ${nearly('I09')} then ${2 * Math.ceil(count / 1000)} else 0 end else ${crew} end,
      '导游', 'national', 0
    from (select id - 1 as k from ${teams} where id <= ${count}) i order by k`);
  for (const [place, days] of [
    [at('I09'), 0],
    [near.I09, 1],
  ] as const)
    await tx.query(`update ${guides} g set valid_to = (i.start_at at time zone 'Asia/Shanghai')::date + ${days}
      from travel_assigned_guide a join ${teams} i on i.id = a.itinerary_id where g.id = a.guide_id and (i.id - 1) % 1000 = ${place} and i.id <= ${count}`);
}

/** Coaches without a team: the number of readings of each yesterday, and the number of coaches. */
const idleFirst = (crews: number) => crews * 2 - Math.floor(crews / 5);

/**
 * Events on the road: half an hour at a shop and a minute less, a gate that counted a fourth more and a fifth, coaches
 * read by cameras without a team, and those on their way with one.
 */
async function reportRoad(tx: Queryable, count: number): Promise<void> {
  const crews = count / turns;
  const of = (place: number) => `(i.id - 1) % 1000 = ${place} and i.id <= ${count}`;
  await tx.query(
    `update enterprise set ent_type = 'shop', status = 'active', place = point(102.71, 25.04), name = '某翡翠城' where id = ${agencies + firms + 1}`,
  );
  for (const [place, minutes] of [
    [at('I10'), 30],
    [near.I10, 29],
  ] as const)
    await tx.query(`insert into enforcement_position (of_id, source, at, place)
      select a.vehicle_id, '1', i.start_at + interval '5 hours' + n * interval '1 minute', point(102.71, 25.04)
      from ${teams} i join travel_assigned_vehicle a on a.itinerary_id = i.id, generate_series(0, ${minutes}) n where ${of(place)}`);
  for (const [place, percent] of [
    [at('I12'), 125],
    [near.I12, 118],
  ] as const)
    await tx.query(`insert into enforcement_entry (of_id, source, at, people, place)
      select i.id, '1', i.start_at + interval '4 hours', ceil(i.tourist_count * ${percent} / 100.0), '石林' from ${teams} i where ${of(place)}`);
  await tx.query(`insert into enforcement_source (name, area_code, open) select '读书铺服务区', '530102', true`);
  await tx.query(`insert into enforcement_capture (of_id, source, at, plate)
    select s.id, c.plate, date_trunc('day', now(), 'Asia/Shanghai') - interval '10 hours', c.plate from (select max(id) as id from enforcement_source) s,
      (select v.plate from ${vehicles} v where v.id >= ${idleFirst(crews)}
        union select a.plate from ${teams} i join travel_assigned_vehicle a on a.itinerary_id = i.id where i.id <= ${count} and (i.id - 1) % 1000 in (${onTheRoad().join(', ')})) c`);
  // and other traffic: five readings per team, over the last day, of plates without a team
  await tx.query(`insert into enforcement_capture (of_id, source, at, plate)
    select s.id, c.plate, now() - n * interval '1 second' * 86400 / ${5 * count}, c.plate from (select max(id) as id from enforcement_source) s,
      generate_series(1, ${5 * count}) n, lateral (select '云Z' || lpad((n % 90000)::text, 5, '0') as plate) c on conflict do nothing`);
}

/** Of two teams that share something both are found, because each conflicts with the other. */
async function storeExpected(tx: Queryable, count: number): Promise<void> {
  await tx.query(
    'create table if not exists bench_truth (itinerary_id bigint, code text, primary key (itinerary_id, code))',
  );
  for (const code of plants) {
    const places = ['I01', 'I02', 'I08', 'I18'].includes(code) ? [at(code), at(code) + partner] : [at(code)];
    await tx.query(
      `insert into bench_truth select id, '${code}' from ${teams} where id <= ${count} and (id - 1) % 1000 in (${places.join(', ')})`,
    );
  }
  // of a vehicle, unlike the others, which are of a team
  await tx.query(`insert into bench_truth select id, 'I14' from ${vehicles} where id >= ${idleFirst(count / turns)}`);
  await tx.query(
    `insert into bench_truth select id, 'I17' from ${teams} where agency_id = ${agencies} and id <= ${count}`,
  );
}

/** Restores the state of the generator: removes what earlier runs submitted, found and added. */
export async function resetTeams(db: Database, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    await tx.query('truncate travel_finding, travel_unfiled_coach, travel_dispatch cascade');
    await tx.query('delete from travel_look');
    // readings of the bench's camera in an earlier run
    await tx.query(
      'delete from enforcement_capture where of_id in (select id from enforcement_source where name = $1)',
      [benchSource],
    );
    await tx.query('delete from enforcement_source where name = $1', [benchSource]);
    for (const table of ['day', 'stop'].map((name) => `travel_itinerary_${name}`))
      await tx.query(`delete from ${table} where itinerary_id > ${count + teamsToSubmit}`);
    for (const table of ['travel_tourist', 'travel_team_source', 'travel_assigned_guide', 'travel_assigned_vehicle'])
      await tx.query(`delete from ${table} where itinerary_id > ${count + teamsToSubmit}`);
    await tx.query(`delete from ${teams} where id > ${count + teamsToSubmit}`);
    await tx.query(
      `update ${teams} set status = 'draft', submitted_at = null where id > ${count} and status <> 'draft'`,
    );
  });
}

/** Days by which {@link endTeams} moves every second team into the past, after which most of them have ended. */
const setBack = 170;

/** Ends half of the teams, as in a bureau that has worked for half a year, or moves them back into the future. */
export async function endTeams(db: Database, count: number, over: boolean): Promise<void> {
  const [days, status, ended] = over
    ? [`- interval '${setBack} days'`, 'finished', 'end_at']
    : [`+ interval '${setBack} days'`, 'confirmed', 'null'];
  await db.query(
    `update ${teams} set start_at = start_at ${days}, end_at = end_at ${days}, status = '${status}', finished_at = ${ended}
      where id <= ${count} and id % 2 = 0 and status = '${over ? 'confirmed' : 'finished'}'`,
  );
  await db.query(`vacuum analyze ${teams}`);
}
