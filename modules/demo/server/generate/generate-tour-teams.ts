import { ageOn } from '#kernel/check/identity-documents.ts';
import { text } from '#kernel/text/text.ts';
import { addDays, addMonths, toTime } from '#kernel/time/shanghai-time.ts';
import { fillSummaryColumnsInBothLanguages } from '#modules/demo/server/generate/fill-summary-columns-in-both-languages.ts';
import { makeSeededRandom, type Random, type Weighted, weigh } from '#modules/demo/server/generate/seeded-random.ts';
import type { CountyAndOriginWeights } from './generate-enterprises.ts';
import { generatePerson, type Person } from './generate-persons.ts';

/** The agencies, people and vehicles that teams are generated from. */
export interface AgenciesCrewAndVehicles {
  readonly setting: CountyAndOriginWeights;
  readonly seed: number;
  /** YYYY-MM-DD */
  readonly today: string;
  /** Unix seconds; what lies before has happened. */
  readonly now: number;
  readonly agencies: readonly { readonly id: number; readonly area_code: string }[];
  readonly guides: readonly { readonly id: number; readonly name: string }[];
  readonly vehicles: readonly {
    readonly id: number;
    readonly plate: string;
    readonly seats: number;
    readonly enterprise_id: number;
  }[];
  readonly drivers: readonly { readonly id: number; readonly enterprise_id: number }[];
}

export interface TeamStop {
  readonly day_no: number;
  readonly poi_type: 'scenic' | 'shop' | 'meal' | 'transfer';
  readonly name: string;
  readonly arrive: string;
  readonly stay_minutes: number;
  readonly fee: number | null;
}

export interface PlantedFinding {
  readonly code: string;
  readonly severity: '1' | '2' | '3';
  readonly action: 'review' | 'log';
  readonly summary: string;
  readonly summary_en: string;
  readonly article: string;
  readonly article_en: string;
  readonly status: 'open' | 'confirmed' | 'false_alarm' | 'kept';
}

export interface TeamRow {
  readonly no: number;
  readonly agency_id: number;
  readonly area_code: string;
  readonly destination: string;
  readonly kind: string;
  readonly status: string;
  readonly start: number;
  readonly end: number;
  /** YYMMDD */
  readonly day: string;
  readonly late: 'yes' | 'no';
  readonly fee: number;
  readonly contact: Person;
  readonly tourists: readonly Person[];
  readonly titles: readonly string[];
  readonly stops: readonly TeamStop[];
  readonly guide: AgenciesCrewAndVehicles['guides'][number] | undefined;
  readonly vehicle: AgenciesCrewAndVehicles['vehicles'][number] | undefined;
  readonly driver: number | undefined;
  /** The violation planted in it, as the rules describe it: findings are measured against it. */
  readonly planted: PlantedFinding | undefined;
}

interface Route {
  readonly destination: string;
  readonly days: readonly { readonly title: string; readonly sights: readonly (readonly [string, number])[] }[];
}

/** Tours from Kunming, with approximate ticket prices in yuan. */
const ROUTES: readonly Route[] = [
  {
    destination: '530126',
    days: [
      {
        title: '昆明—石林一日',
        sights: [
          ['石林', 130],
          ['乃古石林', 0],
        ],
      },
    ],
  },
  {
    destination: '530112',
    days: [
      {
        title: '滇池西山一日',
        sights: [
          ['西山龙门', 30],
          ['云南民族村', 90],
        ],
      },
    ],
  },
  {
    destination: '532524',
    days: [
      {
        title: '昆明—建水',
        sights: [
          ['建水文庙', 40],
          ['朱家花园', 35],
        ],
      },
      { title: '建水—昆明', sights: [['团山民居', 35]] },
    ],
  },
  {
    destination: '532901',
    days: [
      {
        title: '昆明—大理',
        sights: [
          ['大理古城', 0],
          ['崇圣寺三塔', 75],
        ],
      },
      {
        title: '大理—丽江',
        sights: [
          ['喜洲古镇', 0],
          ['丽江古城', 50],
        ],
      },
      { title: '丽江—昆明', sights: [['玉龙雪山', 100]] },
    ],
  },
  {
    destination: '532801',
    days: [
      { title: '昆明—西双版纳', sights: [['曼听公园', 40]] },
      {
        title: '中科院植物园',
        sights: [
          ['热带植物园', 80],
          ['告庄西双景', 0],
        ],
      },
      { title: '野象谷', sights: [['野象谷', 60]] },
      { title: '西双版纳—昆明', sights: [['总佛寺', 0]] },
    ],
  },
];

/** Most teams depart within days of today; the others provide the figures of the last weeks. */
const OFFSETS = weigh(Array.from({ length: 36 }, (_, at) => [at - 21, at > 14 && at < 28 ? 3 : 1] as const));

/** Homes of the tourists: mostly the own province, then the provinces most visitors to Yunnan come from. */
const HOMES = weigh([
  ['own', 42],
  ['510104', 12],
  ['500103', 8],
  ['440106', 7],
  ['520102', 6],
  ['450103', 5],
  ['430104', 4],
  ['310101', 4],
  ['330106', 4],
  ['110105', 3],
  ['420103', 3],
  ['410105', 3],
  ['440305', 3],
  ['320106', 2],
  ['610113', 2],
  ['370102', 2],
  ['210102', 1],
]);

/** Teams of the previous year and of the last two National Day holidays, for comparisons. */
const EARLIER = { lastYear: 110, holiday: 34 } as const;

/** Departure days, those around today first. */
function* departures(random: Random, today: string, count: number): Generator<string> {
  for (let no = 0; no < count; no += 1) yield addDays(today, random.weighted(OFFSETS));
  const before = addMonths(today, -12);
  for (let no = 0; no < EARLIER.lastYear; no += 1) yield addDays(before, random.int(-28, 5));
  const year = Number(today.slice(0, 4)) - (today.slice(5) > '10-10' ? 0 : 1);
  for (const one of [year, year - 1])
    for (let no = 0; no < EARLIER.holiday; no += 1)
      yield `${one}-10-0${1 + Math.min(random.int(0, 6), random.int(0, 6))}`;
}

const articles = {
  guidance: {
    article: '旅游法第三十五条；旅行社条例第二十七条',
    article_en: 'Tourism Law, Art. 35; Regulations on Travel Agencies, Art. 27',
  },
  shopping: { article: '旅游法第三十五条', article_en: 'Tourism Law, Art. 35' },
  filed: { article: '一团一报（本地规定）', article_en: 'One filing per team (local rule)' },
} as const;

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Teams around today. No guide, driver or coach is in two teams at once. */
export function* generateTeams(world: AgenciesCrewAndVehicles, count: number): Generator<TeamRow> {
  const random = makeSeededRandom(`teams/${world.seed}`);
  if (world.agencies.length === 0) return;
  const busy = new Map<string, { start: number; end: number }[]>();
  const free = <T extends { readonly id: number }>(kind: string, all: readonly T[], start: number, end: number) => {
    for (let tries = 0; tries < 8 && all.length > 0; tries += 1) {
      const one = random.pick(all);
      const key = `${kind} ${one.id}`;
      const bookings = busy.get(key) ?? [];
      if (bookings.some((each) => each.start < end && start < each.end)) continue;
      busy.set(key, [...bookings, { start, end }]);
      return one;
    }
    return undefined;
  };
  let no = 0;
  for (const first of departures(random, world.today, count)) {
    no += 1;
    const route = random.pick(ROUTES);
    const origins = originsOf(random.weighted(HOMES), world.setting.origins);
    const begins = random.pick([450, 480, 510]);
    const start = toTime(`${first}T${clock(begins)}:00+08:00`) / 1000;
    const end = toTime(`${addDays(first, route.days.length - 1)}T18:30:00+08:00`) / 1000;
    const agency = random.pick(world.agencies);
    const vehicle = free('vehicle', world.vehicles, start, end);
    const own = vehicle ? world.drivers.filter((one) => one.enterprise_id === vehicle.enterprise_id) : [];
    const driver = free('driver', own.length > 0 ? own : world.drivers, start, end)?.id;
    const filed = vehicle !== undefined && driver !== undefined;
    const people = Math.max(6, Math.min(random.int(8, 34), (vehicle?.seats ?? 20) - 2));
    const planted = random.chance(0.09);
    const drawn = planted ? random.pick(['I05', 'I07', 'I11'] as const) : undefined;
    // a team that departs in the future cannot have been filed late
    const fault = drawn === 'I11' && start > world.now ? 'I05' : drawn;
    const stops = plan(random, route, begins, fault === 'I07');
    const tourists = [
      ...new Map(
        Array.from({ length: people }, () => {
          const one = generatePerson(random, {
            origins,
            today: world.today,
            minAge: 16,
            maxAge: 68,
          });
          return [one.id_no, one] as const;
        }),
      ).values(),
    ];
    const guidance = 300;
    const share = fault === 'I05' ? random.int(45, 70) : random.int(85, 190);
    const fee = Math.round((guidance * route.days.length * tourists.length * share) / 100) * 100;
    yield {
      no,
      agency_id: agency.id,
      area_code: agency.area_code,
      destination: route.destination,
      start,
      end,
      stops,
      tourists,
      fee,
      kind: route.days.length === 1 ? 'one_day' : filed ? 'province' : 'custom',
      status: stateOf(random, world.now, start, end, filed),
      day: first.replaceAll('-', '').slice(2),
      late: fault === 'I11' ? 'yes' : 'no',
      contact: tourists[0] as Person,
      titles: route.days.map(({ title }) => title),
      guide: free('guide', world.guides, start, end),
      vehicle: filed ? vehicle : undefined,
      driver: filed ? driver : undefined,
      planted:
        fault &&
        describeFault(random, fault, { fee, people: tourists.length, days: route.days.length, guidance, share }),
    };
  }
}

/** The tourists of a team are from one place, except a few friends from elsewhere. */
const originsOf = (home: string, own: Weighted<string>): Weighted<string> =>
  home === 'own'
    ? own
    : weigh([
        [home, 12],
        [own.items[0] ?? home, 1],
      ]);

function plan(random: Random, { days }: Route, begins: number, shops: boolean): TeamStop[] {
  const stops: TeamStop[] = [];
  for (const [at, { sights }] of days.entries()) {
    const day_no = at + 1;
    let minutes = (at === 0 ? begins : 480) + random.pick([30, 45, 60]);
    const add = (poi_type: TeamStop['poi_type'], name: string, stay_minutes: number, fee: number | null = null) => {
      stops.push({ day_no, poi_type, name, arrive: clock(minutes), stay_minutes, fee });
      minutes += stay_minutes + 30;
    };
    for (const [place, [name, ticket]] of sights.entries()) {
      add('scenic', name, random.pick([90, 120]), ticket > 0 ? ticket * 100 : null);
      if (place === 0) add('meal', '团队午餐', 50);
    }
    if (shops && at === 0) add('shop', random.pick(['翡翠展销中心', '普洱茶庄', '银器坊']), 90);
  }
  return stops;
}

function stateOf(random: Random, now: number, start: number, end: number, filed: boolean): string {
  if (random.chance(0.04)) return 'cancelled';
  if (!filed && start > now) return 'draft';
  if (end + 12 * 3600 <= now) return random.chance(0.5) ? 'archived' : 'finished';
  if (start <= now) return random.chance(0.03) ? 'abnormal' : 'departed';
  const lot = random.next();
  return lot < 0.15 ? 'draft' : lot < 0.3 ? 'submitted' : lot < 0.35 ? 'returned' : 'confirmed';
}

interface FaultFacts {
  readonly fee: number;
  readonly people: number;
  readonly days: number;
  readonly guidance: number;
  readonly share: number;
}

function describeFault(random: Random, code: 'I05' | 'I07' | 'I11', facts: FaultFacts): PlantedFinding {
  const judged = random.chance(0.6) ? (random.chance(0.85) ? 'confirmed' : 'false_alarm') : 'open';
  switch (code) {
    case 'I05':
      return {
        code,
        severity: '2',
        action: 'review',
        ...articles.guidance,
        status: judged,
        ...fillSummaryColumnsInBothLanguages(
          text(
            '人均 {fee} 元、{days} 天，指导价每人每天 {guidance} 元，为其 {share}%',
            'CNY {fee} per person for {days} {days|day|days}; guidance price CNY {guidance} per person per day, i.e. {share}% of it',
          ),
          { ...facts, fee: Math.round(facts.fee / facts.people / 100) },
        ),
      };
    case 'I07':
      return {
        code,
        severity: '2',
        action: 'review',
        ...articles.shopping,
        status: judged,
        ...fillSummaryColumnsInBothLanguages(
          text('购物 90 分钟，占游览时间 {share}%', '90 min of shopping, {share}% of sightseeing time'),
          {
            share: random.int(27, 46),
          },
        ),
      };
    case 'I11':
      return {
        code,
        severity: '1',
        action: 'log',
        ...articles.filed,
        status: 'kept',
        ...fillSummaryColumnsInBothLanguages(
          text('出发前 {n} 小时提交，应提前 12 小时', 'Filed {n} h before departure; should be 12 h ahead'),
          {
            n: random.int(1, 9),
          },
        ),
      };
  }
}

/** Counts of a tourist list, by ages on the day of departure. */
export function countPeople({ tourists, start, end }: TeamRow) {
  const day = new Date(start * 1000 + 28_800_000).toISOString().slice(0, 10);
  const ages = tourists.map(({ birthday }) => ageOn(birthday, day));
  const sources = new Map<string, number>();
  for (const { id_no } of tourists) {
    const from = `${id_no.slice(0, 4)}00`;
    sources.set(from, (sources.get(from) ?? 0) + 1);
  }
  const days = Math.floor((end + 28_800) / 86_400) - Math.floor((start + 28_800) / 86_400) + 1;
  return {
    tourist_count: tourists.length,
    child_count: ages.filter((age) => age < 18).length,
    adult_count: ages.filter((age) => age >= 18).length,
    elder_count: ages.filter((age) => age >= 60).length,
    person_days: tourists.length * days,
    source_area: [...sources].toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b))[0]?.[0] ?? null,
  };
}
