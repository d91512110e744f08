import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { creditEvent } from '#modules/credit/contract/credit-event.ts';
import { creditFormula } from '#modules/credit/contract/credit-score-formula-version.ts';
import { guideCreditEvent } from '#modules/credit/contract/guide-credit-event.ts';
import { creditFormulaRule } from '#modules/credit/contract/points-per-event-kind-in-credit-formula.ts';
import { creditListing } from '#modules/credit/contract/red-or-black-list-entry.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { assignedGuide } from '#modules/travel/contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { write } from '#server/write/write-pipeline.ts';
import { addDemoRedOrBlackListEntry, type DemoRedOrBlackListEntry } from './add-demo-red-or-black-list-entry.ts';

/** Events entered by document: every so many enterprises have one. */
const samples = [
  { kind: 'penalty', every: 43, days: 210, facts: '未与旅游者签订书面合同，罚款两万元', no: '文旅罚字' },
  { kind: 'penalty', every: 67, days: 480, facts: '安排未取得导游证的人员提供导游服务，罚款一万元', no: '文旅罚字' },
  { kind: 'dishonesty', every: 151, days: 300, facts: '被人民法院列为失信被执行人', no: '执失信字' },
  { kind: 'commendation', every: 29, days: 160, facts: '评为年度文明旅游示范单位', no: '文旅表字' },
  { kind: 'commendation', every: 53, days: 400, facts: '质量等级复核优秀，通报表扬', no: '文旅表字' },
  { kind: 'commitment', every: 37, days: 90, facts: '假日旅游服务质量承诺经核查全部履行', no: '文旅信承字' },
] as const;

const listings: readonly DemoRedOrBlackListEntry[] = [
  {
    list: 'red',
    reason: '连续三年无行政处罚和有责投诉，获评省级文明旅游示范单位',
    measures: ['fewer_checks', 'fast_track', 'publicity'],
    ground: 'document',
    until: 'published',
  },
  {
    list: 'red',
    reason: '诚信经营，假日期间全部履行服务质量承诺，游客评价优秀',
    measures: ['fewer_checks', 'publicity'],
    ground: 'document',
    until: 'published',
  },
  {
    list: 'minor',
    reason: '一年内两次未与旅游者签订书面合同，受到行政处罚',
    measures: ['more_checks', 'no_reward', 'no_award'],
    ground: 'case',
    until: 'published',
  },
  {
    list: 'serious',
    reason: '以不合理低价组织旅游并诱骗旅游者购物，情节严重，受到行政处罚',
    measures: ['more_checks', 'no_reward', 'no_award', 'no_commitment'],
    ground: 'case',
    until: 'published',
  },
  {
    list: 'minor',
    reason: '拒不履行调解协议，经责令后仍未改正，受到行政处罚',
    measures: ['more_checks', 'no_reward'],
    ground: 'case',
    until: 'noticed',
  },
  {
    list: 'minor',
    reason: '擅自变更旅游行程安排，受到行政处罚，拟列入管理',
    measures: ['more_checks'],
    ground: 'case',
    until: 'draft',
  },
];

/** Events of guides: the first two are those of one guide. */
const ofGuides = [
  { kind: 'penalty', days: 40, facts: '带团时未佩戴导游证，警告并罚款五百元', document_no: '文旅罚字〔2026〕61号' },
  { kind: 'commendation', days: 200, facts: '评为年度优秀导游', document_no: '文旅表字〔2026〕18号' },
  { kind: 'commendation', days: 150, facts: '导游技能大赛二等奖', document_no: '文旅表字〔2026〕23号' },
  { kind: 'commitment', days: 60, facts: '假日文明带团承诺经核查全部履行', document_no: '文旅信承字〔2026〕9号' },
] as const;

const listingOfGuide: DemoRedOrBlackListEntry = {
  list: 'minor',
  reason: '一年内两次未按合同约定提供讲解服务，受到行政处罚，拟列入管理',
  measures: ['no_award'],
  ground: 'case',
  until: 'noticed',
};

/** Credit events that were entered by document, and listings in the states in which an officer meets them. */
export async function addDemoCreditEventsAndListings(engine: Engine): Promise<void> {
  const { db } = engine;
  if (await db.row(sql`select 1 as found from ${sql.id(tableOf(creditListing))} limit 1`)) return;
  await addEvents(engine);
  const parties = await db.rows<{ id: number }>(sql`
    select id from ${sql.id(tableOf(enterprise))} where status = 'active' and ent_type in ('agency', 'scenic', 'hotel')
    order by ent_type = 'agency' desc, id desc limit ${listings.length}`);
  for (const [at, sample] of listings.entries()) {
    const party = parties[at];
    if (party) await addDemoRedOrBlackListEntry(engine, { enterprise_id: party.id }, sample, at);
  }
  await addEventsAndListingOfGuides(engine);
}

function addEvents(engine: Engine): Promise<number> {
  const today = shanghaiToday();
  const given = samples.map((one, at) => ({ ...one, at, happened_on: addDays(today, -one.days) }));
  return engine.db.transaction((tx) =>
    addRows(
      engine,
      creditEvent,
      systemCaller(),
      {
        columns: [
          'id',
          'enterprise_id',
          'kind',
          'title',
          'facts',
          'document_no',
          'happened_on',
          'basis',
          'basis_en',
          'points',
          'expires_on',
        ],
        select: sql`
          select nextval(pg_get_serial_sequence('credit_event', 'id')), e.id, s.kind, s.facts, s.facts, s.no || '〔' || left(s.happened_on, 4) || '〕' || e.id % 900 + 1 || '号',
            s.happened_on::date, r.basis, r.basis_en, r.points, (s.happened_on::date + make_interval(months => r.months))::date
          from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as s (at int, kind text, every int, facts text, no text, happened_on text)
            join ${sql.id(tableOf(enterprise))} e on e.id % s.every = s.at and e.status in ('active', 'change_pending', 'suspended')
            join ${sql.id(tableOf(creditFormula))} f on f.status = 'published'
            join ${sql.id(tableOf(creditFormulaRule))} r on r.formula_id = f.id and r.kind = s.kind
          order by s.happened_on, e.id`,
      },
      tx,
    ),
  );
}

/** Guides with something on record, among them the guide of the demonstration members, who is to be listed. */
async function addEventsAndListingOfGuides(engine: Engine): Promise<void> {
  const { db } = engine;
  const guides = await db.rows<{ id: number }>(sql`
    select g.id from ${sql.id(tableOf(guide))} g where g.status = 'valid' and g.user_id is null
    order by exists (select from ${sql.id(tableOf(assignedGuide))} a join ${sql.id(tableOf(itinerary))} i on i.id = a.itinerary_id
      where a.guide_id = g.id and i.status = 'departed') desc, g.id limit ${ofGuides.length}`);
  for (const [at, { days, ...fact }] of ofGuides.entries()) {
    const whose = guides[at === 0 ? 0 : at - 1];
    if (!whose) continue;
    const input = { ...fact, guide_id: whose.id, happened_on: addDays(shanghaiToday(), -days) };
    await write(engine, guideCreditEvent, systemCaller({ name: '市场管理科' }), {
      operation: 'add',
      input,
      unread: true,
      unseen: true,
    });
  }
  const [first] = guides;
  if (first) await addDemoRedOrBlackListEntry(engine, { guide_id: first.id }, listingOfGuide, listings.length);
}
