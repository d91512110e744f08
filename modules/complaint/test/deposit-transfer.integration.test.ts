import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Deposit } from '#modules/enterprise/contract/quality-deposit.ts';
import { requiredDeposit } from '#modules/enterprise/contract/quality-deposit.ts';
import type { Agency } from '#modules/travel/test/agency.ts';
import { sql } from '#server/db/sql.ts';
import type { Client } from '../../../test/support/test-engine.ts';
import { ComplaintFixture, errorsOf, ok } from './complaint-fixture.ts';

/** What an agency does not pay of its own accord is paid out of its quality deposit, which it then tops up. */
let on: ComplaintFixture;
let leader: Client;
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
let deposits = 0;

beforeAll(async () => {
  on = await ComplaintFixture.start();
  leader = await on.app.client({ officer: 'admin' });
});
afterAll(() => on.app.close());

const addDeposit = async (agency: Agency, more: object = {}): Promise<number> => {
  deposits += 1;
  return ok(
    await leader.post<{ id: number }>('/admin/enterprise.deposit/add', {
      enterprise_id: agency.id,
      deposit_no: `BZJ-${deposits}`,
      mode: 'cash',
      bank: '某银行昆明分行',
      branches: 0,
      outbound_branches: 0,
      paid: '200000.00',
      opened_on: '2026-01-05',
      ...more,
    }),
  ).id;
};
const readDeposit = async (id: number) =>
  ok(await leader.get<{ row: Deposit }>('/admin/enterprise.deposit/edit', { id })).row;
const draft = (complaint_id: number, deposit_id: number, more: object = {}) =>
  on.clerk.post<{ id: number }>('/admin/complaint.depositTransfer/add', {
    complaint_id,
    deposit_id,
    ground: 'agreement',
    amount: '600.00',
    payee: '张三',
    facts: '旅行社至履行截止日未支付协议款项',
    ...more,
  });
const decide = (id: number, move: string, input: object = {}, who = leader) =>
  who.post(`/admin/complaint.depositTransfer/${move}`, { id, ...input });
const agreed = async (agency: Agency): Promise<number> => {
  const id = await on.mediating(agency);
  ok(await on.move(id, 'agree', on.agreement));
  return id;
};

test.each([
  [{ outbound: false, branches: 0, outboundBranches: 0, halved: false }, 200_000],
  [{ outbound: true, branches: 0, outboundBranches: 0, halved: false }, 1_400_000],
  [{ outbound: false, branches: 3, outboundBranches: 0, halved: false }, 350_000],
  [{ outbound: true, branches: 1, outboundBranches: 2, halved: false }, 2_050_000],
  [{ outbound: true, branches: 1, outboundBranches: 2, halved: true }, 1_025_000],
])('an agency %j holds %i', (given, yuan) => expect(requiredDeposit(given)).toBe(yuan));

test('an unfulfilled agreement is paid out of the deposit after another has decided, and the deposit is topped up', async () => {
  const [agency, other] = [await on.agency(), await on.agency()];
  const [own, foreign] = [await addDeposit(agency), await addDeposit(other)];
  const complaint = await agreed(agency);
  expect(errorsOf(await draft(complaint, foreign)).deposit_id).toEqual(['不是被投诉人的质量保证金']);
  expect(errorsOf(await draft(complaint, own, { amount: '600.01' })).amount).toEqual(['超过协议金额 600.00 元']);
  expect(errorsOf(await draft(complaint, own, { amount: '0.00' }))).toHaveProperty('amount');
  const { id } = ok(await draft(complaint, own));
  expect((await decide(id, 'approve', {}, on.clerk)).msg).toBe('起草人不能审批，须由另一人决定');
  ok(await decide(id, 'approve'));
  expect(await readDeposit(own)).toMatchObject({ status: 'short', paid: '199400.00', shortfall: '600.00' });
  const clock = await on.app.db.row<{ day: string; article: string }>(sql`
    select to_char(due_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, article from deadline
    where resource = 'enterprise/deposit' and row_id = ${own} and clock = 'topup' and status <> 'done'`);
  expect(clock).toEqual({ day: (await readDeposit(own)).topup_by, article: '《旅行社条例》第十八条' });
  const told = await on.app.db.row<{ content: string }>(
    sql`select content from message_notice where template_code = 'deposit_debited' and content like ${`%${agency.name}%`}`,
  );
  expect(told?.content).toContain(`现缺 600.00 元，请在 ${clock?.day} 前补足`);
  expect((await decide(id, 'approve')).data).toMatchObject({ reason: 'bad_transition' });
  ok(await decide(id, 'pay', { receipt_no: 'HD-1' }, on.clerk));
  expect(await on.row(complaint)).toMatchObject({ status: 'fulfilled', paid_amount: '600.00', fulfilled_on: today });
  const topUp = (topped_up: string, topped_up_on = today) =>
    leader.post('/admin/enterprise.deposit/topUp', { id: own, topped_up, topped_up_on });
  expect(errorsOf(await topUp('599.99')).topped_up).toEqual(['补足后仍少 0.01 元']);
  expect(errorsOf(await topUp('600.00', '2999-01-01')).topped_up_on).toHaveLength(1);
  ok(await topUp('600.00'));
  expect(await readDeposit(own)).toMatchObject({ status: 'held', paid: '200000.00', shortfall: '0.00' });
  // the agency reads its deposit, and not the decision about the complainant
  const seen = await agency.owner.get<{ list: { id: number }[] }>('/api/enterprise.deposit/index');
  expect(ok(seen).list.map((row) => row.id)).toEqual([own]);
  expect((await agency.owner.get('/api/complaint.depositTransfer/index')).code).not.toBe(1);
  const timeline = ok(await agency.owner.get('/api/complaint.complaint/timeline', { id: complaint }));
  expect(JSON.stringify(timeline)).not.toContain('complaint/depositTransfer');
});

test('decisions made at once never pay more than the deposit holds', async () => {
  const agency = await on.agency();
  const own = await addDeposit(agency, { paid: '1000.00' });
  expect((await readDeposit(own)).shortfall).toBe('199000.00');
  const complaints = [await agreed(agency), await agreed(agency)];
  const drafts = await Promise.all(complaints.map(async (one) => ok(await draft(one, own)).id));
  const answers = await Promise.all(drafts.map((id) => decide(id, 'approve')));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  expect(answers.find(({ code }) => code === 0)?.msg).toBe('保证金余额不足');
  expect(await readDeposit(own)).toMatchObject({ status: 'short', paid: '400.00', shortfall: '199600.00' });
});

test('nothing is paid for a complaint that is over, nor before another has decided', async () => {
  const agency = await on.agency();
  const own = await addDeposit(agency);
  const over = await on.mediating(agency);
  ok(await on.move(over, 'withdraw', { reason: '双方已经和解' }));
  expect(errorsOf(await draft(over, own, { ground: 'breach' }))).toHaveProperty('complaint_id');
  const stranded = await on.mediating(agency);
  expect(errorsOf(await draft(stranded, own)).ground).toEqual(['该投诉没有待履行的调解协议']);
  const { id } = ok(await draft(stranded, own, { ground: 'stranded', amount: '50000.00' }));
  expect((await decide(id, 'pay', { receipt_no: 'HD-2' })).data).toMatchObject({ reason: 'bad_transition' });
  ok(await decide(id, 'refuse', { reason: '保险公司已先行垫付' }));
  expect(await readDeposit(own)).toMatchObject({ status: 'held', paid: '200000.00' });
});
