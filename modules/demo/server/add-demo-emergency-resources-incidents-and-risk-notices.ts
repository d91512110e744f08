import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { emergencyResource } from '#modules/incident/contract/emergency-resource.ts';
import { incident } from '#modules/incident/contract/incident.ts';
import { incidentInstruction } from '#modules/incident/contract/incident-instruction.ts';
import type { EmergencyResourceKind } from '#modules/incident/contract/incident-sources-grades-and-offices.ts';
import { riskNotice } from '#modules/incident/contract/risk-notice.ts';
import { area } from '#modules/system/contract/administrative-division.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { write } from '#server/write/write-pipeline.ts';

interface County {
  readonly [column: string]: unknown;
  readonly code: string;
  readonly short: string;
  readonly lng: number;
  readonly lat: number;
}

/** What every county has, and how far from its centre, in degrees. */
const resources: readonly (readonly [
  EmergencyResourceKind,
  string,
  east: number,
  north: number,
  capacity: number | null,
])[] = [
  ['hospital', '人民医院', 0.012, 0.006, 420],
  ['police', '旅游派出所', -0.008, 0.004, null],
  ['fire', '消防救援站', 0.004, -0.011, null],
  ['shelter', '体育馆应急避难场所', -0.013, -0.007, 1200],
];

/** An incident, by what became of it so far. */
interface Sample {
  readonly hours: number;
  readonly title: string;
  readonly kind: 'natural' | 'accident' | 'health' | 'security';
  readonly place_name: string;
  readonly description: string;
  readonly hurt?: number;
  readonly stranded?: number;
  readonly until: 'responding' | 'controlled' | 'closed' | 'dismissed';
}

const samples: readonly Sample[] = [
  {
    hours: 170,
    title: '游客在台阶处摔伤',
    kind: 'accident',
    place_name: '石林风景区游步道',
    description: '雨后石阶湿滑，一名游客踝部骨折，由景区医务室送医。',
    hurt: 1,
    until: 'closed',
  },
  {
    hours: 75,
    title: '报称车辆起火',
    kind: 'accident',
    place_name: '杭瑞高速服务区',
    description: '过路司机来电称旅游大巴冒烟。',
    until: 'dismissed',
  },
  {
    hours: 20,
    title: '团队午餐后多人腹泻',
    kind: 'health',
    place_name: '滇池路某团餐餐厅',
    description: '同一餐厅用餐的六名游客先后出现腹泻，已送医，餐厅留样封存。',
    hurt: 2,
    stranded: 34,
    until: 'controlled',
  },
  {
    hours: 2,
    title: '山体落石阻断景区道路',
    kind: 'natural',
    place_name: '轿子雪山景区公路 K12',
    description: '落石阻断双向车道，三辆旅游客车停在上方停车场，没有人受伤。',
    stranded: 96,
    until: 'responding',
  },
];

const now = (): number => Math.floor(Date.now() / 1000);
const officer = systemCaller({ name: '值班员' });
const quiet = { unread: true, unseen: true } as const;

/** Emergency resources of every county, incidents in the states a duty room meets, and a risk notice in force. */
export async function addDemoEmergencyResourcesIncidentsAndRiskNotices(
  engine: Engine,
  areaCode: string,
): Promise<void> {
  const { db } = engine;
  if (await db.row(sql`select 1 as found from ${sql.id(tableOf(incident))} limit 1`)) return;
  const prefix = areaCode.replace(/(00){1,2}$/, '');
  const counties = await db.rows<County>(sql`
    select code, coalesce(short_name, name) as short, lng, lat from ${sql.id(tableOf(area))}
    where starts_with(code, ${prefix}) and right(code, 2) <> '00' and lng is not null and valid_to is null order by code`);
  for (const county of counties) await addResources(engine, county);
  const operators = await db.rows<{ id: number; area_code: string }>(sql`
    select id, area_code from ${sql.id(tableOf(enterprise))} where ent_type = 'agency' and status = 'active' order by id limit ${samples.length}`);
  for (const [n, sample] of samples.entries()) {
    const operator = operators[n % Math.max(1, operators.length)];
    const county =
      counties.find(({ code }) => code === operator?.area_code) ?? counties[n % Math.max(1, counties.length)];
    if (operator && county) await inventIncident(engine, operator.id, county, sample);
  }
  const [first] = counties;
  if (first) await addNotices(engine, areaCode);
}

async function addResources(engine: Engine, county: County): Promise<void> {
  for (const [kind, name, east, north, capacity] of resources) {
    const input = {
      name: `${county.short}${name}`,
      kind,
      phone: kind === 'police' ? '110' : kind === 'fire' ? '119' : '120',
      place: { lng: county.lng + east, lat: county.lat + north },
      area_code: county.code,
      capacity,
      around_the_clock: kind === 'shelter' ? '0' : '1',
    };
    await write(engine, emergencyResource, officer, { operation: 'add', input, ...quiet });
  }
}

async function inventIncident(engine: Engine, enterpriseId: number, county: County, sample: Sample): Promise<void> {
  const { hours, until, ...reported } = sample;
  const happened = now() - hours * 3600;
  const input = {
    ...reported,
    happened_at: happened,
    place: { lng: county.lng + 0.02, lat: county.lat + 0.015 },
    area_code: county.code,
    enterprise_id: enterpriseId,
    source: 'operator',
    reporter_name: '计调 王某',
    reporter_mobile: '13800001234',
  };
  const set = { received_at: happened + 1500, operator_reported_at: happened + 1500 };
  const { id } = await write(engine, incident, officer, { operation: 'add', input, set, ...quiet });
  const move = (name: string, given: object) =>
    write(engine, incident, officer, { operation: 'move', move: name, id, input: { ...given }, ...quiet });
  if (until === 'dismissed') {
    await move('dismiss', { reason: '现场核实为轮胎冒烟，没有起火，无人受伤' });
    return;
  }
  await move('verify', { reason: '已与现场负责人通话核实' });
  await move('reportOnward', { onward_to: 'prefecture', onward_way: '电话，市局值班室' });
  await move('respond', { commander: '李队', commander_phone: '13900005678' });
  await giveInstructions(engine, id, until === 'responding');
  if (until === 'responding') return;
  await move('control', { reason: '人员均已妥善安置' });
  if (until === 'controlled') return;
  await move('close', {
    cause: '雨后路面湿滑，防滑提示不足',
    outcome: '伤者已手术并转入康复，旅行社垫付医药费，景区当日完成防滑处理。',
    lessons: '增设防滑垫与双语提示，雨天安排专人疏导。',
    loss: '12000.00',
  });
}

/** One instruction carried out, and while the incident goes on one that is under way. */
async function giveInstructions(engine: Engine, incidentId: number, goesOn: boolean): Promise<void> {
  const give = (outside_name: string, content: string) =>
    write(engine, incidentInstruction, officer, {
      operation: 'add',
      input: { incident_id: incidentId, addressee: 'outside', outside_name, content },
      ...quiet,
    });
  const move = (id: number, name: string, input: object) =>
    write(engine, incidentInstruction, officer, { operation: 'move', move: name, id, input: { ...input }, ...quiet });
  const first = await give('120 急救中心', '派救护车到现场，伤员就近送医');
  await move(first.id, 'acknowledge', { acknowledged_by: '调度员周某' });
  await move(first.id, 'finish', { result: '救护车已到现场，伤员送医' });
  if (!goesOn) return;
  const second = await give('公路管理所', '抢通道路，通报预计时间');
  await move(second.id, 'acknowledge', { acknowledged_by: '值班员陈某' });
}

async function addNotices(engine: Engine, areaCode: string): Promise<void> {
  const notice = {
    area_code: areaCode,
    valid_from: now() - 3600,
    valid_to: now() + 7 * 86_400,
  };
  const drafter = systemCaller({ name: '起草人' });
  const { id } = await write(engine, riskNotice, drafter, {
    operation: 'add',
    input: {
      ...notice,
      title: '山区道路落石风险提示',
      title_en: 'Falling rocks on mountain roads',
      level: 'yellow',
      kind: 'geology',
      content: '近日降雨较多，前往山区景区请走主要公路，留意路边警示，遇落石立即撤离并拨打 110。',
      content_en:
        'After heavy rain, keep to main roads on the way to mountain sites and watch for warning signs. If rocks fall, leave at once and call 110.',
    },
    ...quiet,
  });
  for (const move of ['approve', 'publish'])
    await write(engine, riskNotice, officer, { operation: 'move', move, id, input: {}, ...quiet });
  await write(engine, riskNotice, drafter, {
    operation: 'add',
    input: {
      ...notice,
      title: '节假日热门景区人员密集提示',
      title_en: 'Crowded sites during the holidays',
      level: 'blue',
      kind: 'crowd',
      content: '节假日热门景区实行预约，请错峰出行，听从现场疏导。',
      content_en:
        'Popular sites require reservations during the holidays. Avoid peak hours and follow directions on site.',
    },
    ...quiet,
  });
}
