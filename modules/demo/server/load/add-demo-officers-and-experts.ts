import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { validityAfter } from '#kernel/lifecycle/document-validity-by-expiry-date.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { County } from '#modules/demo/server/generate/county-shapes-and-random-points.ts';
import { generatePerson } from '#modules/demo/server/generate/generate-persons.ts';
import { makeSeededRandom, type Random, weigh } from '#modules/demo/server/generate/seeded-random.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import { type EnforcementDomain, enforcementDomains } from '#modules/library/contract/domain/enforcement-domain.ts';
import { expert } from '#modules/library/contract/expert/expert.ts';
import { officer } from '#modules/library/contract/officer/enforcement-officer.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { toStoredValue } from '#server/write/field/convert-to-stored-values.ts';

/** Counties with officers, officers of each, and officers and experts of the prefecture. */
const sizes = { counties: 16, perCounty: 3, city: 4, experts: 13 } as const;

const all = Object.keys(enforcementDomains) as EnforcementDomain[];
const tourism: readonly EnforcementDomain[] = [
  'travel',
  'guide',
  'scenic',
  'lodging',
  'transport',
  'shopping',
  'sports',
];

/** Employers and titles of experts, with what they are asked about. */
const callings = [
  ['云岭大学法学院', '教授', ['law']],
  ['云岭安全技术中心', '高级工程师', ['safety', 'scenic']],
  ['云岭消防技术服务站', '工程师', ['fire', 'lodging']],
  ['云岭会计师事务所', '注册会计师', ['finance', 'price']],
  ['云岭旅游学院', '副教授', ['service_quality', 'scenic']],
  ['云岭演艺行业协会', '秘书长', ['performance']],
  ['云岭道路运输协会', '高级工程师', ['transport', 'safety']],
  ['云岭印刷行业协会', '高级工程师', ['publication']],
  ['云岭文物保护中心', '研究馆员', ['relic']],
  ['云岭律师事务所', '律师', ['law', 'service_quality']],
  ['云岭山岳旅游研究所', '研究员', ['scenic', 'safety']],
  ['云岭风景园林设计院', '高级工程师', ['scenic']],
  ['云岭索道技术服务中心', '高级工程师', ['scenic', 'safety']],
] as const;

interface Place {
  readonly counties: readonly County[];
  readonly areaCode: string;
  readonly seed: number;
}

/**
 * Officers of the first counties and of their prefecture, with accounts that nobody can sign in to, and experts. Among
 * them is one of each kind that is not drawn: not verified, suspended, off duty, with an expired certificate.
 */
export async function addDemoOfficersAndExperts(engine: Engine, place: Place): Promise<void> {
  const within = `${areaPrefix(place.areaCode)}%`;
  const password = await hashPassword(crypto.randomUUID());
  await engine.db.transaction(async (tx) => {
    if (await tx.row(sql`select from library_officer where area_code like ${within} limit 1`)) return;
    const random = makeSeededRandom(`officers ${place.seed}`);
    await storeOfficers(tx, generateOfficers(random, place), password);
    await storeExperts(engine, tx, generateExperts(random, place));
  });
}

const cityOf = ({ counties, areaCode }: Place): string =>
  areaCode.endsWith('0000') ? `${counties[0]?.code.slice(0, 4) ?? areaCode.slice(0, 4)}00` : areaCode;

function peopleOf(random: Random, { counties }: Place, minAge: number, maxAge: number) {
  const origins = weigh(counties.map(({ code, weight }) => [code, weight] as const));
  return generatePerson(random, { origins, today: shanghaiToday(), minAge, maxAge });
}

function generateOfficers(random: Random, place: Place) {
  const today = shanghaiToday();
  const areas = [
    ...place.counties.slice(0, sizes.counties).flatMap(({ code }) => Array<string>(sizes.perCounty).fill(code)),
    ...Array<string>(sizes.city).fill(cityOf(place)),
  ];
  return areas.map((area_code, at) => {
    const { name, mobile } = peopleOf(random, place, 25, 55);
    const excluded = { 5: 'entered', 8: 'suspended', 11: 'expired', 14: 'off duty' }[at];
    const row = {
      username: `squad_${area_code}_${at + 1}`,
      post: area_code.endsWith('00') ? 'city' : 'county',
      name,
      mobile,
      cert_no: `YL${area_code}${String(at + 1).padStart(4, '0')}`,
      cert_valid_to: addDays(today, excluded === 'expired' ? -1 : at === 2 ? 20 : random.int(200, 1500)),
      domains: at % sizes.perCounty === 2 && !area_code.endsWith('00') ? tourism : all,
      area_code,
      on_duty: excluded !== 'off duty',
      capacity: random.int(10, 30),
      status: excluded === 'entered' || excluded === 'suspended' ? excluded : 'verified',
    };
    return { ...row, validity: validityAfter(officer, row, today) ?? null };
  });
}

async function storeOfficers(tx: Transaction, rows: ReturnType<typeof generateOfficers>, password: string) {
  await tx.query(sql`
    with r as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(username text, post text, name text, mobile text, cert_no text,
        cert_valid_to date, domains text[], area_code text, on_duty boolean, capacity int, status text, validity text)
    ), account as (
      insert into ${sql.id(tableOf(admin))} (username, nickname, password, group_arr, area_code)
      select username, name, ${password}, array(select g.id from auth_group g where g.shipped = r.post), area_code from r
      on conflict do nothing returning id, username
    ), added as (
      insert into library_officer (admin_id, name, mobile, cert_no, cert_org, cert_valid_to, validity, domains, area_code, on_duty, capacity, status)
      select a.id, r.name, r.mobile, r.cert_no, '云岭省人民政府（演示）', r.cert_valid_to, r.validity, r.domains, r.area_code, r.on_duty, r.capacity, r.status
      from r join account a using (username) order by r.username returning id, area_code, status
    )
    insert into history (resource, row_id, action, to_status, actor_type, actor_name, area_code)
    select ${officer.name}, id, 'add', status, 'system', '系统', area_code from added`);
  await tx.query(sql`
    insert into library_recusal (officer_id, enterprise_id, reason, from_on, status)
    select o.id, (select e.id from enterprise e where e.area_code = o.area_code and e.status = 'active' order by e.id limit 1),
      '配偶在该企业任职', ${shanghaiToday()}::date - 30, case when o.place = 1 then 'declared' else 'confirmed' end
    from (select id, area_code, row_number() over (order by id) as place from library_officer where status = 'verified') o
    where o.place in (1, 4) and exists (select from enterprise e where e.area_code = o.area_code and e.status = 'active')`);
}

function generateExperts(random: Random, place: Place) {
  const today = shanghaiToday();
  return callings.slice(0, sizes.experts).map(([unit, title, fields], at) => {
    const { name, mobile, id_no } = peopleOf(random, place, 35, 68);
    const row = { name, mobile, id_no, unit, title, fields, area_code: cityOf(place) };
    const valid_to = addDays(today, at === 3 ? 15 : random.int(100, 900));
    const status = at === 7 ? 'proposed' : 'engaged';
    return {
      ...row,
      valid_to,
      status,
      validity: validityAfter(expert, { valid_to, status }, today) ?? null,
      uses: at % 4,
    };
  });
}

async function storeExperts(engine: Engine, tx: Transaction, rows: ReturnType<typeof generateExperts>) {
  const sealed = rows.map(({ id_no, ...row }) => ({
    ...row,
    id_no: JSON.parse(String(toStoredValue(expert.fields.id_no, id_no, engine.seal))) as unknown,
  }));
  await tx.query(sql`
    with r as (
      select * from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as r(name text, mobile text, id_no jsonb, unit text, title text,
        fields text[], area_code text, valid_to date, status text, validity text, uses int)
    ), added as (
      insert into library_expert (name, id_no, mobile, unit, title, area_code, fields, valid_to, validity, status)
      select name, id_no, mobile, unit, title, area_code, fields, valid_to, validity, status from r
      on conflict do nothing returning id, name, status, area_code
    ), served as (
      insert into library_expert_service (expert_id, served_on, matter, fee, paid_on, rating)
      select a.id, ${shanghaiToday()}::date - 40 * n, (array['景区安全评估', '案件法律论证', '行程服务质量评议'])[n], 80000 + 20000 * n, ${shanghaiToday()}::date - 40 * n + 7, 3 + (a.id + n) % 3
      from added a join r using (name), generate_series(1, 3) n where n <= r.uses
    )
    insert into history (resource, row_id, action, to_status, actor_type, actor_name, area_code)
    select ${expert.name}, id, 'add', status, 'system', '系统', area_code from added`);
}
