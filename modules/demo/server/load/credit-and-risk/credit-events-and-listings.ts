import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { creditEvent } from '#modules/credit/contract/credit-event.ts';
import { creditFormula } from '#modules/credit/contract/credit-formula.ts';
import { creditFormulaRule } from '#modules/credit/contract/credit-formula-rule.ts';
import { creditListing } from '#modules/credit/contract/credit-listing.ts';
import type { CreditList } from '#modules/credit/contract/credit-options.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
import { write } from '#server/write/pipeline.ts';
import { addRows } from '#server/write/row-set/add-rows.ts';
import { moveRows } from '#server/write/row-set/move-rows.ts';

/** Events entered by document: every so many enterprises have one. */
const samples = [
  { kind: 'penalty', every: 43, days: 210, facts: '未与旅游者签订书面合同，罚款两万元', no: '文旅罚字' },
  { kind: 'penalty', every: 67, days: 480, facts: '安排未取得导游证的人员提供导游服务，罚款一万元', no: '文旅罚字' },
  { kind: 'dishonesty', every: 151, days: 300, facts: '被人民法院列为失信被执行人', no: '执失信字' },
  { kind: 'commendation', every: 29, days: 160, facts: '评为年度文明旅游示范单位', no: '文旅表字' },
  { kind: 'commendation', every: 53, days: 400, facts: '质量等级复核优秀，通报表扬', no: '文旅表字' },
  { kind: 'commitment', every: 37, days: 90, facts: '假日旅游服务质量承诺经核查全部履行', no: '文旅信承字' },
] as const;

interface SampleListing {
  readonly list: CreditList;
  readonly reason: string;
  readonly measures: readonly string[];
  readonly ground: 'case' | 'document';
  readonly until: 'draft' | 'noticed' | 'published';
}

const listings: readonly SampleListing[] = [
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
    if (party) await addListing(engine, party.id, sample, at);
  }
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
          'points',
          'expires_on',
        ],
        select: sql`
          select nextval(pg_get_serial_sequence('credit_event', 'id')), e.id, s.kind, s.facts, s.facts, s.no || '〔' || left(s.happened_on, 4) || '〕' || e.id % 900 + 1 || '号',
            s.happened_on::date, r.basis, r.points, (s.happened_on::date + make_interval(months => r.months))::date
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

async function addListing(engine: Engine, enterprise_id: number, sample: SampleListing, at: number): Promise<void> {
  const who = systemCaller({ name: '市场管理科' });
  const { list, reason, measures, ground, until } = sample;
  const decidedOn = addDays(shanghaiToday(), -30 - at * 7);
  const input = {
    list,
    enterprise_id,
    subject: 'enterprise',
    reason,
    measures,
    ground,
    basis_no: `${ground === 'case' ? '文旅罚字' : '文旅表字'}〔${decidedOn.slice(0, 4)}〕${40 + at}号`,
    basis_authority: '云岭县文化和旅游局（演示）',
    basis_on: decidedOn,
  };
  const { id } = await write(engine, creditListing, who, { operation: 'add', input, unread: true, unseen: true });
  const move = (named: string, values: Readonly<Record<string, unknown>> = {}) =>
    write(engine, creditListing, who, {
      operation: 'move',
      move: named,
      id,
      input: values,
      unread: true,
      unseen: true,
    });
  if (until === 'draft') return;
  await move('notify');
  if (until === 'noticed') return;
  await moveRows(engine, creditListing, who, { where: sql`t.id = ${id}`, move: 'waive', set: { heard: '1' } });
  await move('decide', { opinion: '事实清楚、证据充分，当事人放弃陈述申辩，予以列入。' });
  await move('publish');
}
