import type { Row } from '#kernel/declaration/resource.ts';
import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { comparePriceWithGuidancePrice } from '#modules/travel/contract/product/compare-price-with-guidance-price.ts';
import { findStopsMissingFromExtras } from '#modules/travel/contract/product/find-tour-plan-faults.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import {
  type DemoTourRoute,
  type DemoTourRouteDay,
  demoGuidancePrices,
  demoTourRoutes,
} from '../generate/demo-tour-routes-and-prices.ts';
import { makeSeededRandom, type Random, weigh } from '../generate/seeded-random.ts';

/** Products and templates per area, over its agencies. */
const most = { products: 150, templates: 40, shared: 4 } as const;

const states = weigh([
  ['on_sale', 70],
  ['off_sale', 8],
  ['approved', 5],
  ['submitted', 8],
  ['draft', 5],
  ['rejected', 2],
  ['suspended', 2],
] as const);

const prefixes = ['', '纯玩·', '轻奢·', '亲子·', '夕阳红·', '精品小团·'] as const;
const standards = ['economy', 'comfort', 'star3', 'star4', 'homestay'] as const;

type Agency = Pick<Row<typeof enterprise>, 'id' | 'area_code' | 'contact_name'> & {
  readonly outbound: boolean;
  readonly hotline: string;
};

/** Generated rows with column names; `no` links them until they have ids. */
interface Invented {
  readonly products: Record<string, unknown>[];
  readonly days: Record<string, unknown>[];
  readonly stops: Record<string, unknown>[];
  readonly extras: Record<string, unknown>[];
  readonly prices: Record<string, unknown>[];
}

const yuan = (amount: number) => Math.round(amount / 10) * 10;

/** The guidance price the server would find: the most specific of those above. */
export function guidancePriceOf({ category, days }: Pick<DemoTourRoute, 'category' | 'days'>): number {
  const fits = demoGuidancePrices.filter(
    ([, kind, area]) =>
      (kind === null || kind === category) &&
      (area === null || days.some((one) => one.area.startsWith(areaPrefix(area)))),
  );
  const rank = ([, kind, area]: (typeof demoGuidancePrices)[number]) =>
    (kind === null ? 0 : 10) + (area === null ? 0 : 4);
  const best = fits.map((one, place) => [rank(one), place, one] as const).sort((a, b) => b[0] - a[0] || b[1] - a[1])[0];
  return best?.[2][4] ?? 0;
}

const plannedStops = (days: readonly DemoTourRouteDay[]) =>
  days.flatMap(({ visits }, place) =>
    visits.map(([name, arrive, stay_minutes, poi_type = 'scenic', fee]) => ({
      day_no: place + 1,
      name,
      arrive,
      stay_minutes,
      poi_type,
      is_optional_paid: fee === undefined ? '0' : '1',
      fee: fee ?? null,
    })),
  );

const storedStops = (no: number, days: readonly DemoTourRouteDay[]) =>
  plannedStops(days).map(({ is_optional_paid, fee, ...stop }, weigh_) => ({
    no,
    weigh: weigh_ + 1,
    ...stop,
    paid: is_optional_paid === '1',
    fee: fee === null ? null : Number(fee) * 100,
  }));

function storedDays(random: Random, no: number, days: readonly DemoTourRouteDay[]) {
  const standard = random.pick(standards);
  return days.map(({ title }, place) => ({
    no,
    weigh: place + 1,
    title,
    breakfast: place === 0 ? 'self' : 'included',
    lunch: 'included',
    dinner: random.pick(['self', 'included'] as const),
    hotel_standard: place === days.length - 1 ? 'none' : standard,
    hotel_name: place < days.length - 1 && random.chance(0.6) ? `${title.split('—').at(-1)}云栖酒店` : null,
  }));
}

/** A product of an agency: most are correct, some too cheap, some with shops without consent. */
function inventProduct(random: Random, no: number, agency: Agency, made: Invented): void {
  const open = demoTourRoutes.filter(({ category }) => agency.outbound || category !== 'outbound');
  const route = random.pick(open);
  const { days, category, daily, transport, abroad } = route;
  const guided = guidancePriceOf(route);
  // one in eight is a bait offer
  const isBait = random.chance(0.125);
  const price = isBait
    ? yuan(guided * days.length * random.float(0.42, 0.7))
    : yuan(daily * days.length * random.float(0.92, 1.4));
  const compared = comparePriceWithGuidancePrice(`${price}.00`, days.length, `${guided}.00`);
  const stops = plannedStops(days);
  const unlisted = findStopsMissingFromExtras(stops, []);
  const lists = !random.chance(isBait ? 0.7 : 0.08);
  const status = random.weighted(states);
  const submitted = status === 'draft' ? null : addDays(shanghaiToday(), -random.int(1, 120));
  made.products.push({
    no,
    agency_id: agency.id,
    title: `${random.pick(prefixes)}${route.title}`,
    category,
    transport,
    status,
    departure_area: agency.area_code,
    areas: [...new Set(days.map(({ area }) => area))],
    abroad: abroad ?? null,
    day_count: days.length,
    nights: days.length - 1,
    min_group: random.pick([1, 2, 10, 16]),
    max_group: random.pick([20, 30, 40, 45]),
    price_from: price * 100,
    guidance: guided * 100,
    per_day: Math.round((price * 100) / days.length),
    price_ratio: compared.price_ratio,
    price_check: compared.price_check,
    listing_check: unlisted.length > 0 && !lists ? 'unlisted' : 'listed',
    includes: '行程所列交通、住宿、门票、用餐与导游服务',
    excludes: '个人消费、自费项目及行程外产生的费用',
    safety_notice: '高原地区注意防晒与高原反应；山区道路请系好安全带；听从导游安排。',
    cancel_policy: '出发前七日以上全额退款；三至六日退 70%；三日以内退 30%。',
    complaint_phone: agency.hotline,
    tags: isBait ? '特价' : random.pick(['纯玩', '亲子', '小包团', null] as const),
    review_note:
      status === 'rejected'
        ? '安全告知不完整，请补充高原反应的处置措施'
        : status === 'suspended'
          ? '投诉核查期间暂停销售'
          : null,
    submitted_at: submitted === null ? null : `${submitted}T10:00:00+08:00`,
  });
  made.days.push(...storedDays(random, no, days));
  made.stops.push(...storedStops(no, days));
  if (lists)
    made.extras.push(
      ...stops
        .filter(({ poi_type, fee }) => poi_type === 'shop' || fee !== null)
        .map(({ name, poi_type, stay_minutes, fee }, place) => ({
          no,
          weigh: place + 1,
          kind: poi_type === 'shop' ? 'shop' : 'optional',
          name,
          minutes: stay_minutes,
          price: fee === null ? null : Number(fee) * 100,
        })),
    );
  if (status !== 'on_sale') return;
  for (let ahead = 1; ahead <= 28; ahead += 2)
    made.prices.push({
      no,
      weigh: ahead,
      date: addDays(shanghaiToday(), ahead),
      adult: (price + random.pick([0, 0, 80, 120])) * 100,
      child: yuan(price * 0.6) * 100,
      stock: random.chance(0.08) ? 0 : random.int(4, 45),
    });
}

const insertDays = (
  table: string,
  key: string,
) => `insert into ${table} (${key}, weigh, title, breakfast, lunch, dinner, hotel_standard, hotel_name)
  select k.id, r.weigh, r.title, r.breakfast, r.lunch, r.dinner, r.hotel_standard, r.hotel_name
  from jsonb_to_recordset($1::jsonb) r(no int, weigh int, title text, breakfast text, lunch text, dinner text, hotel_standard text, hotel_name text)
  join jsonb_to_recordset($2::jsonb) k(no int, id bigint) using (no)`;
const insertStops = (
  table: string,
  key: string,
) => `insert into ${table} (${key}, weigh, day_no, poi_type, name, arrive, stay_minutes, is_optional_paid, fee)
  select k.id, r.weigh, r.day_no, r.poi_type, r.name, r.arrive, r.stay_minutes, r.paid, r.fee
  from jsonb_to_recordset($1::jsonb) r(no int, weigh int, day_no int, poi_type text, name text, arrive time, stay_minutes int, paid boolean, fee bigint)
  join jsonb_to_recordset($2::jsonb) k(no int, id bigint) using (no)`;

async function storeGuidance(tx: Transaction): Promise<void> {
  const rows = demoGuidancePrices.map(([title, route_kind, dest_area, day_count, price], no) => ({
    no,
    title,
    route_kind,
    dest_area,
    day_count,
    price: price * 100,
  }));
  await tx.query(
    `insert into travel_guidance_price (title, route_kind, dest_area, day_count, price_per_person_day, issued_by, doc_no, valid_from)
     select r.title, r.route_kind, r.dest_area, r.day_count, r.price, '云南省文化和旅游厅', '云文旅发〔2026〕8号', '2026-01-01'
     from jsonb_to_recordset($1::jsonb) r(no int, title text, route_kind text, dest_area text, day_count int, price bigint)
     where not exists (select from travel_guidance_price g where g.title = r.title) order by r.no`,
    [JSON.stringify(rows)],
  );
}

async function storeProducts(
  tx: Transaction,
  { products, days, stops, extras, prices }: Invented,
): Promise<{ no: number; id: number }[]> {
  const keys = await tx.rows<{ no: number; id: number }>(
    `with r as (select r.*, nextval(pg_get_serial_sequence('travel_product', 'id')) as id, draw_number('travel_product_code_seq', to_char(now() at time zone 'Asia/Shanghai', 'YYYY')) as number
        from jsonb_to_recordset($1::jsonb) r(no int, agency_id bigint, title text, category text, transport text, status text, departure_area text, areas jsonb, abroad text, day_count int, nights int,
          min_group int, max_group int, price_from bigint, guidance bigint, per_day bigint, price_ratio numeric, price_check text, listing_check text, includes text, excludes text, safety_notice text,
          cancel_policy text, complaint_phone text, tags text, review_note text, submitted_at timestamptz)),
      i as (insert into travel_product (id, code, revision, agency_id, title, category, transport, status, departure_area, destination_areas, abroad, day_count, nights, min_group, max_group, price_from,
          guidance_per_day, guidance_id, per_day, price_ratio, price_check, listing_check, includes, excludes, safety_notice, cancel_policy, complaint_phone, tags, review_note, submitted_at, createtime, updatetime)
        overriding system value
        select r.id, 'XL' || to_char(now() at time zone 'Asia/Shanghai', 'YY') || number_with_digits(r.number, 5), 1, r.agency_id, r.title, r.category, r.transport, r.status, r.departure_area,
          array(select a.id from system_area a where r.areas ? a.code order by a.code), r.abroad, r.day_count, r.nights, r.min_group, r.max_group, r.price_from,
          r.guidance, (select g.id from travel_guidance_price g where g.price_per_person_day = r.guidance and (g.route_kind is null or g.route_kind = r.category) order by g.id desc limit 1),
          r.per_day, r.price_ratio, r.price_check, r.listing_check, r.includes, r.excludes, r.safety_notice, r.cancel_policy, r.complaint_phone, r.tags, r.review_note, r.submitted_at,
          coalesce(r.submitted_at, now()) - interval '2 days', coalesce(r.submitted_at, now())
        from r)
     select no, id from r`,
    [JSON.stringify(products)],
  );
  const of = JSON.stringify(keys);
  await tx.query(insertDays('travel_product_day', 'product_id'), [JSON.stringify(days), of]);
  await tx.query(insertStops('travel_product_stop', 'product_id'), [JSON.stringify(stops), of]);
  await tx.query(
    `insert into travel_product_extra (product_id, weigh, kind, name, minutes, price) select k.id, r.weigh, r.kind, r.name, r.minutes, r.price
     from jsonb_to_recordset($1::jsonb) r(no int, weigh int, kind text, name text, minutes int, price bigint) join jsonb_to_recordset($2::jsonb) k(no int, id bigint) using (no)`,
    [JSON.stringify(extras), of],
  );
  await tx.query(
    `insert into travel_product_price (product_id, weigh, date, adult, child, stock) select k.id, r.weigh, r.date, r.adult, r.child, r.stock
     from jsonb_to_recordset($1::jsonb) r(no int, weigh int, date date, adult bigint, child bigint, stock int) join jsonb_to_recordset($2::jsonb) k(no int, id bigint) using (no)`,
    [JSON.stringify(prices), of],
  );
  return keys;
}

async function storeTemplates(tx: Transaction, random: Random, agencies: readonly Agency[]): Promise<number> {
  const made = {
    templates: [] as Record<string, unknown>[],
    days: [] as Record<string, unknown>[],
    stops: [] as Record<string, unknown>[],
  };
  for (let no = 1; no <= Math.min(most.templates, agencies.length * 2); no += 1) {
    const agency = agencies[no % agencies.length] as Agency;
    const route = random.pick(demoTourRoutes.filter(({ category }) => category !== 'outbound'));
    made.templates.push({
      no,
      agency_id: agency.id,
      name: `${route.title}模板`,
      day_count: route.days.length,
      price: yuan(route.daily * route.days.length) * 100,
      sharing: no <= most.shared ? 'shared' : 'private',
      status: random.chance(0.9) ? 'enabled' : 'disabled',
      uses: random.int(0, 60),
    });
    made.days.push(...storedDays(random, no, route.days));
    made.stops.push(...storedStops(no, route.days));
  }
  const keys = await tx.rows<{ no: number; id: number }>(
    `with r as (select r.*, nextval(pg_get_serial_sequence('travel_template', 'id')) as id
        from jsonb_to_recordset($1::jsonb) r(no int, agency_id bigint, name text, day_count int, price bigint, sharing text, status text, uses int)),
      i as (insert into travel_template (id, agency_id, name, day_count, default_price, sharing, status, use_count, last_used_at) overriding system value
        select id, agency_id, name, day_count, price, sharing, status, uses, case when uses > 0 then now() - uses * interval '7 hours' end from r)
     select no, id from r`,
    [JSON.stringify(made.templates)],
  );
  const of = JSON.stringify(keys);
  await tx.query(insertDays('travel_template_day', 'template_id'), [JSON.stringify(made.days), of]);
  await tx.query(insertStops('travel_template_stop', 'template_id'), [JSON.stringify(made.stops), of]);
  return keys.length;
}

/**
 * Generates products of the agencies of an area: about 150 routes with days, prices and optional activities, one in
 * eight offered below the guidance price; and templates, some recommended by the bureau.
 */
export async function addDemoProductsAndTemplates(
  engine: Engine,
  { areaCode, seed }: { readonly areaCode: string; readonly seed: number },
): Promise<{ products: number; templates: number }> {
  const random = makeSeededRandom(`product/${seed}/${areaCode}`);
  return engine.db.transaction(async (tx) => {
    const agencies = await tx.rows<Agency>(sql`
      select e.id, e.area_code, e.contact_name, '0871-6' || lpad((e.id % 1000000)::text, 7, '0') as hotline,
        exists (select from enterprise_licence l where l.enterprise_id = e.id and l.kind = 'agency' and l.validity = 'valid' and 'outbound' = any(l.tourism_scope)) as outbound
      from enterprise e where e.ent_type = 'agency' and e.status = 'active' and e.area_code like ${`${areaPrefix(areaCode)}%`}
        and not exists (select from travel_product p where p.agency_id = e.id) order by e.id limit 60`);
    if (agencies.length === 0) return { products: 0, templates: 0 };
    await storeGuidance(tx);
    const made: Invented = { products: [], days: [], stops: [], extras: [], prices: [] };
    for (let no = 1; no <= most.products; no += 1) inventProduct(random, no, random.pick(agencies), made);
    const { length: products } = await storeProducts(tx, made);
    const templates = await storeTemplates(tx, random, agencies);
    for (const table of ['travel_product', 'travel_product_stop', 'travel_template'])
      await tx.query(`analyze ${table}`);
    return { products, templates };
  });
}
