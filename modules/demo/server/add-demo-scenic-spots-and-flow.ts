import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiDateOf, toTime } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { capacity } from '#modules/scenic/contract/capacity.ts';
import { flow } from '#modules/scenic/contract/flow.ts';
import { flowSource } from '#modules/scenic/contract/flow-source.ts';
import { spot } from '#modules/scenic/contract/spot.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
import { maxReadings, writeReadings } from '#server/time-series/write-readings.ts';
import { write } from '#server/write/pipeline.ts';
import { makeSeededRandom, type Random } from './generate/seeded-random.ts';

interface Operator {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly area_code: string;
  readonly county: string;
  readonly lng: number;
  readonly lat: number;
}

/** A spot with its areas (m², m² a visitor), and how full it is at its busiest. */
interface Sample {
  readonly name: string;
  readonly name_en: string;
  readonly grade: '5a' | '4a' | '3a';
  readonly areas: readonly (readonly [name: string, area: number, each: number])[];
  readonly visit: number;
  readonly busiest: number;
  /** How full it is now, whatever the hour: an evening event. */
  readonly now?: number;
  /** Its gates fell silent 40 minutes ago. */
  readonly silent?: true;
}

const samples: readonly Sample[] = [
  {
    name: '石林景区',
    name_en: 'Stone Forest',
    grade: '5a',
    areas: [
      ['大石林', 48_000, 6],
      ['小石林', 24_000, 6],
    ],
    visit: 180,
    busiest: 0.74,
    now: 0.93,
  },
  {
    name: '湖滨公园',
    name_en: 'Lakeside Park',
    grade: '4a',
    areas: [['湖堤', 90_000, 10]],
    visit: 120,
    busiest: 0.62,
  },
  {
    name: '西山景区',
    name_en: 'Western Hills',
    grade: '4a',
    areas: [
      ['龙门石窟', 3600, 3],
      ['华亭寺', 6000, 5],
    ],
    visit: 150,
    busiest: 0.77,
    silent: true,
  },
  {
    name: '溶洞景区',
    name_en: 'Karst Caves',
    grade: '4a',
    areas: [['洞内游线', 9000, 5]],
    visit: 120,
    busiest: 0.55,
  },
  {
    name: '民族村',
    name_en: 'Ethnic Villages',
    grade: '4a',
    areas: [
      ['村寨', 60_000, 12],
      ['广场', 8000, 4],
    ],
    visit: 200,
    busiest: 0.48,
  },
  {
    name: '雪山景区',
    name_en: 'Snow Mountain',
    grade: '4a',
    areas: [['步道', 14_000, 7]],
    visit: 240,
    busiest: 0.41,
  },
];

const opens = 8.5;
const closes = 18;
/** Days of flow before today. */
const days = 14;
const quarter = 900;
const quiet = { unread: true, unseen: true } as const;
const drafter = systemCaller({ name: '承载量起草人' });
const officer = systemCaller({ name: '市场管理科' });

/** Scenic spots with calendars, approved capacities, a gate, and the flow of two weeks: one nearly full, one silent. */
export async function addDemoScenicSpots(engine: Engine, seed: number): Promise<void> {
  const { db } = engine;
  if (await db.row(sql`select 1 as found from ${sql.id(tableOf(spot))} limit 1`)) return;
  const operators = await db.rows<Operator>(sql`
    select e.id, e.area_code, coalesce(a.short_name, a.name) as county, e.place[0] as lng, e.place[1] as lat
    from ${sql.id(tableOf(enterprise))} e join system_area a on a.code = e.area_code
    where e.ent_type = 'scenic' and e.status = 'active' and e.place is not null order by e.id limit ${samples.length}`);
  const random = makeSeededRandom(`scenic/${seed}`);
  for (const [n, operator] of operators.entries()) {
    const sample = samples[n % samples.length];
    if (sample) await inventSpot(engine, operator, sample, random);
  }
}

async function inventSpot(engine: Engine, operator: Operator, sample: Sample, random: Random): Promise<void> {
  const add = (of: typeof spot | typeof flowSource, input: object) =>
    write(engine, of, officer, { operation: 'add', input: { ...input }, ...quiet });
  const year = shanghaiDateOf(Date.now() / 1000).slice(0, 4);
  const { id } = await add(spot, {
    name: sample.name.startsWith(operator.county) ? sample.name : `${operator.county}${sample.name}`,
    name_en: sample.name_en,
    enterprise_id: operator.id,
    grade: sample.grade,
    area_code: operator.area_code,
    place: { lng: operator.lng, lat: operator.lat },
    duty_name: '值班主任',
    duty_phone: '0871-67711278',
    ticket_price: '60.00',
    reserve_required: sample.grade === '5a' ? '1' : '0',
    seasons: [
      {
        from_on: `${year}-01-01`,
        to_on: `${Number(year) + 1}-12-31`,
        shut: '0',
        opens_at: '08:30:00',
        closes_at: '18:00:00',
      },
    ],
  });
  await approveCapacity(engine, id, sample);
  const gate = { name: `${sample.name}闸机`, kind: 'gate', spot_id: id, area_code: operator.area_code };
  const source = await add(flowSource, gate);
  const limit = sample.areas.reduce((sum, [, area, each]) => sum + area / each, 0);
  await storeFlow(engine, { spot: id, source: String(source.id), limit }, sample, random);
}

async function approveCapacity(engine: Engine, spotId: number, { areas, visit }: Sample): Promise<void> {
  const { id } = await write(engine, capacity, drafter, {
    operation: 'add',
    input: {
      spot_id: spotId,
      doc_no: `文旅承载〔2026〕${spotId}号`,
      approved_by: '市文化和旅游局',
      areas: areas.map(([name, area_m2, per_person_m2]) => ({ name, area_m2, per_person_m2 })),
      open_minutes: (closes - opens) * 60,
      visit_minutes: visit,
      effective_from: '2026-01-01',
    },
    ...quiet,
  });
  for (const move of ['review', 'publish'])
    await write(engine, capacity, officer, { operation: 'move', move, id, input: {}, ...quiet });
}

/** Share of the busiest that is inside at an hour of the day: two humps, the higher before noon. */
function shareAt(hour: number): number {
  if (hour < opens || hour > closes) return 0;
  const hump = (at: number, width: number) => Math.exp(-(((hour - at) / width) ** 2));
  return Math.min(1, hump(11, 1.8) + 0.75 * hump(15, 1.6)) * Math.min(1, (closes - hour) / 1.5);
}

async function storeFlow(
  engine: Engine,
  of: { readonly spot: number; readonly source: string; readonly limit: number },
  { busiest, now, silent }: Sample,
  random: Random,
): Promise<void> {
  const end = Math.floor(Date.now() / 1000 / quarter) * quarter - (silent ? 2700 : 0);
  const today = toTime(`${shanghaiDateOf(end)}T00:00:00+08:00`) / 1000;
  const readings: { of: number; source: string; at: number; inside: number; day_total: number }[] = [];
  for (let day = today - days * 86_400; day <= today; day += 86_400) {
    const weekday = new Date((day + 8 * 3600) * 1000).getUTCDay();
    const busy = busiest * (weekday === 0 || weekday === 6 ? 1 : 0.7) * (0.9 + random.next() * 0.1);
    let total = 0;
    let before = 0;
    for (let at = day + opens * 3600; at <= Math.min(end, day + 19 * 3600); at += quarter) {
      const inside = Math.round(of.limit * busy * shareAt((at - day) / 3600));
      // a visit lasts longer than an interval: some leave while others come
      total += Math.max(0, inside - before) + Math.round(before * 0.08);
      before = inside;
      readings.push({ of: of.spot, source: of.source, at, inside, day_total: total });
    }
  }
  if (now !== undefined) {
    const last = readings.at(-1)?.day_total ?? 0;
    for (const [step, share] of [0.78, 0.86, now].entries())
      readings.push({
        of: of.spot,
        source: 'event',
        at: end + (step - 2) * 300,
        inside: Math.round(of.limit * share),
        day_total: last,
      });
  }
  for (let from = 0; from < readings.length; from += maxReadings)
    await writeReadings(engine, flow, officer, readings.slice(from, from + maxReadings));
}
