import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { complaint } from '#modules/complaint/contract/complaint.ts';
import { mediation } from '#modules/complaint/contract/mediation-session-of-complaint.ts';
import { depositTransfer } from '#modules/complaint/contract/payment-to-complainant-from-quality-deposit.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { deposit } from '#modules/enterprise/contract/quality-deposit.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { productTemplate } from '#modules/travel/contract/product/itinerary-template-of-product.ts';
import { systemCaller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { write } from '#server/write/write-pipeline.ts';

/** A complaint, by what became of it so far. `days`: since it was filed. */
interface Sample {
  readonly days: number;
  readonly name: string;
  readonly category: string;
  readonly facts: string;
  /** Those who join. */
  readonly joined?: readonly string[];
  /** Place of another sample about the same respondent. */
  readonly like?: number;
  readonly demand: { readonly kind: string; readonly amount?: string };
  readonly until:
    | 'registered'
    | 'need_material'
    | 'rejected'
    | 'accepted'
    | 'notified'
    | 'answered'
    | 'mediating'
    | 'agreed'
    | 'closed';
}

const samples: readonly Sample[] = [
  // its respondent is the agency whose owner is among the demonstration members
  {
    days: 4,
    name: '吴倩',
    category: 'forced_shopping',
    facts: '第二天上午被带进翡翠店停留三个小时，导游说不消费就不发车，全团十二人被迫购买。',
    demand: { kind: 'refund', amount: '5200.00' },
    until: 'notified',
  },
  {
    days: 0,
    name: '周敏',
    category: 'guide',
    facts: '导游中途离团两个多小时，电话不接，老人没有人照看，最后两个景点都没有讲解。',
    demand: { kind: 'apology' },
    until: 'registered',
  },
  {
    days: 1,
    name: '何建国',
    category: 'refund',
    facts: '出发前七天因病取消行程，旅行社以机票不能退为由全部不退，也不出示实际损失的凭证。',
    demand: { kind: 'refund', amount: '3680.00' },
    until: 'need_material',
  },
  {
    days: 2,
    name: '林晓',
    category: 'accommodation',
    facts: '合同写明四星级酒店，实际入住的是没有电梯的民宿，热水时有时无，要求换房被拒绝。',
    demand: { kind: 'compensation', amount: '800.00' },
    until: 'accepted',
  },
  {
    days: 3,
    name: '冯静',
    category: 'forced_shopping',
    facts: '第二天上午被带进翡翠店停留三个小时，导游说不消费就不发车，全团十二人都被迫购买。',
    joined: ['褚伟', '卫兰', '蒋峰', '沈芳'],
    like: 0,
    demand: { kind: 'refund', amount: '4600.00' },
    until: 'registered',
  },
  {
    days: 9,
    name: '郑海',
    category: 'itinerary_change',
    facts: '未经同意取消了石林景点，改为自费项目，事后只愿意退门票的一半。',
    demand: { kind: 'refund', amount: '260.00' },
    until: 'answered',
  },
  {
    days: 15,
    name: '孙丽',
    category: 'transport',
    facts: '旅游客车空调损坏，三十多度的天气里行驶四个小时，两位游客中暑，司机不肯停车休息。',
    demand: { kind: 'compensation', amount: '600.00' },
    until: 'mediating',
  },
  {
    days: 22,
    name: '朱琳',
    category: 'contract',
    facts: '合同写明的两次正餐没有安排，游客自己付了餐费，旅行社起初不承认，后来同意退还餐费。',
    demand: { kind: 'refund', amount: '480.00' },
    until: 'agreed',
  },
  {
    days: 28,
    name: '马超',
    category: 'low_price',
    facts: '报名时说每人三百元全包，上车后要求每人再交一千元自费项目，不交的在停车场等一天。',
    demand: { kind: 'refund', amount: '1300.00' },
    until: 'closed',
  },
  {
    days: 35,
    name: '高洁',
    category: 'contract',
    facts: '同一行程对外两个价格，老年人被加收附加费，合同上没有写，要求退还多收的费用。',
    demand: { kind: 'refund', amount: '400.00' },
    until: 'closed',
  },
  {
    days: 46,
    name: '罗平',
    category: 'other',
    facts: '认为当地出租车绕路多收了钱，要求旅游部门处理并退还差价，车辆不是旅游客运车辆。',
    demand: { kind: 'refund', amount: '60.00' },
    until: 'rejected',
  },
];

interface Respondent {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly area_code: string;
}

/** Agencies, first the one with a team on its way: that of the demonstration members. */
const findRespondents = (db: Queryable, count: number): Promise<Respondent[]> =>
  db.rows<Respondent>(sql`
    with found as (select id, area_code from ${sql.id(tableOf(enterprise))} where ent_type = 'agency' and status = 'active' order by id limit ${count}),
      held as (select e.id, e.area_code from ${sql.id(tableOf(enterprise))} e where e.ent_type = 'agency' and e.status = 'active'
        order by exists (select from ${sql.id(tableOf(itinerary))} i where i.agency_id = e.id and i.status = 'departed') desc,
          exists (select from ${sql.id(tableOf(productTemplate))} t where t.agency_id = e.id) desc, e.id limit 1)
    (select * from held) union all (select * from found where id not in (select id from held))`);

/** Complaints about agencies in every state that a clerk meets. */
export async function addDemoComplaints(engine: Engine): Promise<void> {
  const { db } = engine;
  if (await db.row(sql`select 1 as found from ${sql.id(tableOf(complaint))} limit 1`)) return;
  const respondents = await findRespondents(db, samples.length);
  for (const [n, sample] of samples.entries()) {
    const respondent = respondents[(sample.like ?? n) % Math.max(1, respondents.length)];
    if (respondent) await inventComplaint(engine, respondent, sample, n);
  }
  // decided today, in a minute: in time, as most are
  await db.query(sql`update ${sql.id(tableOf(complaint))} set accepted_late = false`);
}

async function inventComplaint(engine: Engine, respondent: Respondent, sample: Sample, n: number): Promise<void> {
  const { days, name, category, facts, joined = [], demand, until } = sample;
  const who = systemCaller({ name: '投诉受理员' });
  const filedOn = addDays(shanghaiToday(), -days);
  const input = {
    channel: n % 3 === 0 ? 'web' : 'phone',
    complainant_name: name,
    mobile: `1380000${1000 + n}`,
    people: 1 + joined.length,
    ...(joined.length > 0 ? { representatives: `${name}，1380000${1000 + n}` } : {}),
    language: 'zh-cn',
    respondent_enterprise_id: respondent.id,
    category,
    event_at: Math.floor(Date.now() / 1000) - (days + 2) * 86_400,
    event_area: respondent.area_code,
    facts,
    filed_on: filedOn,
    area_code: respondent.area_code,
    demands: [demand],
    complainants: joined.map((one, at) => ({ name: one, mobile: `1370000${2000 + at}` })),
  };
  const { id } = await write(engine, complaint, who, { operation: 'add', input, unread: true, unseen: true });
  const move = (named: string, values: object = {}) =>
    write(engine, complaint, who, {
      operation: 'move',
      move: named,
      id,
      input: { ...values },
      unread: true,
      unseen: true,
    });
  if (until === 'registered') return;
  if (until === 'need_material') {
    await move('needMaterial', { material_wanted: '旅游合同和付款凭证' });
    return;
  }
  if (until === 'rejected') {
    await move('reject', { refusal: 'no_duty', reason: '出租车营运由交通运输部门管理' });
    return;
  }
  await move('accept');
  if (until === 'accepted') return;
  await move('notify');
  if (until === 'notified') return;
  await moveRows(engine, complaint, who, {
    where: sql`t.id = ${id}`,
    move: 'answer',
    set: { answer: '已向带团导游和司机核实情况，愿意与游客协商。', answered_at: sql`now()` },
  });
  if (until === 'answered') return;
  await move('mediate');
  await inventSession(engine, id, until === 'agreed');
  if (until === 'mediating') return;
  if (until === 'agreed') {
    await inventUnfulfilledAgreement(engine, id, respondent.id, demand.amount ?? '0.00');
    return;
  }
  await move('reconcile', { agreed_amount: demand.amount ?? '0.00' });
  await move('close', { responsibility: 'respondent', result: '旅行社退还了争议费用' });
  // what happened over weeks was made in a minute: the days are those of the sample
  await engine.db.query(sql`
    update ${sql.id(tableOf(complaint))} set accepted_on = filed_on + 1, settle_from = filed_on + 1, notified_on = filed_on + 2,
      settled_on = filed_on + ${days - 8}::int, closed_on = filed_on + ${days - 6}::int, days_used = ${days - 9}::int where id = ${id}`);
}

/** A session of the mediation. */
async function inventSession(engine: Engine, complaint_id: number, isAgreed: boolean): Promise<void> {
  const input = {
    complaint_id,
    held_at: Math.floor(Date.now() / 1000) - 2 * 86_400,
    mode: isAgreed ? 'onsite' : 'phone',
    attendees: '投诉人、旅行社质量管理部经理、调解员',
    record: isAgreed
      ? '双方核对了合同和付款凭证，旅行社承认没有安排两次正餐，同意退还餐费。'
      : '旅行社愿意退还部分费用，投诉人坚持全额，约定核实行车记录后再谈。',
    result: isAgreed ? 'agreed' : 'adjourned',
  };
  await write(engine, mediation, systemCaller({ name: '调解员' }), {
    operation: 'add',
    input,
    unread: true,
    unseen: true,
  });
}

/** An agreement on paper that the agency did not fulfil, and the draft of the payment out of its deposit. */
async function inventUnfulfilledAgreement(
  engine: Engine,
  complaint_id: number,
  respondent: number,
  amount: string,
): Promise<void> {
  const { db } = engine;
  const who = systemCaller({ name: '投诉受理员' });
  const today = shanghaiToday();
  await moveRows(engine, complaint, who, {
    where: sql`t.id = ${complaint_id}`,
    move: 'agree',
    set: {
      agreed_amount: amount,
      fulfil_by: addDays(today, -3),
      agreement: '旅行社退还两次正餐的餐费，三日内汇入投诉人账户。',
      settled_on: addDays(today, -6),
      outcome: 'agreed',
    },
  });
  const denial = { operation: 'move', move: 'denyFulfilment', id: complaint_id } as const;
  const reason = { reason: '过了约定的日期，旅行社没有付款' };
  await write(engine, complaint, who, { ...denial, input: reason, unread: true, unseen: true });
  const held = await db.row<{ id: number }>(
    sql`select id from ${sql.id(tableOf(deposit))} where enterprise_id = ${respondent} and status in ('held', 'short') limit 1`,
  );
  if (!held) return;
  const input = {
    complaint_id,
    deposit_id: held.id,
    ground: 'agreement',
    amount,
    payee: '朱琳',
    facts: '旅行社逾期不履行调解协议，经催告仍未付款，拟从质量保证金中划拨。',
  };
  await write(engine, depositTransfer, who, { operation: 'add', input, unread: true, unseen: true });
}
