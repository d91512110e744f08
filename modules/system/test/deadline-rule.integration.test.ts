import { afterAll, beforeAll, expect, test } from 'vitest';
import { deadlineRuleInForceOn } from '#kernel/time/deadline.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

let app: TestApp;
let chief: Client;

beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

let made = 0;
/** An unused code, also when a test is retried. */
const freshCode = () => {
  made += 1;
  return `limit_${made}`;
};
const today = shanghaiToday();
type Refusal = { id: number; reason?: string; errors?: Record<string, string[]> };
const add = (code: string, valid_from: string, more: object = {}) =>
  chief.post<Refusal>('/admin/system.timeRule/add', {
    code,
    name: '受理',
    unit: 'workingDay',
    amount: 5,
    roll: 'nextWorkday',
    start_next_day: '1',
    article: '第一条',
    valid_from,
    ...more,
  });
const edit = (id: number, change: object) => chief.post<Refusal>('/admin/system.timeRule/edit', { id, ...change });
const versions = (code: string) =>
  app.db.rows<{ id: number; valid_from: string; valid_to: string | null; amount: number }>(
    'select id, valid_from, valid_to, amount from system_time_rule where code = $1 order by valid_from',
    [code],
  );
const stretches = async (code: string) => (await versions(code)).map((one) => [one.valid_from, one.valid_to]);

test('a rule in force is not edited but followed by a new version, and the filing day of a matter decides', async () => {
  const code = freshCode();
  const { data: first } = await add(code, '2020-01-01');
  const refused = await edit(first.id, { amount: 2, valid_from: '2020-01-02', name: '受理期限', warn: ['t'] });
  expect(refused.data.errors).toEqual({
    amount: ['已施行的规则不能修改，请制定新版本'],
    valid_from: ['已施行的规则不能修改，请制定新版本'],
  });
  expect((await edit(first.id, { name: '受理期限', amount: 5 })).code).toBe(1);

  expect((await add(code, '2026-03-15', { amount: 2 })).code).toBe(1);
  expect(await stretches(code)).toEqual([
    ['2020-01-01', '2026-03-14'],
    ['2026-03-15', null],
  ]);
  const amountFor = (filed: string) => deadlineRuleInForceOn(app.engine.reference.rules(), code, filed)?.amount;
  expect([amountFor('2026-03-14'), amountFor('2026-03-15')]).toEqual([5, 2]);
  expect((await add(code, '2026-03-15')).data.errors?.valid_from).toEqual(['这一天已有一个版本施行']);
  expect((await add(code, '2010-01-01', { valid_to: '2020-06-01' })).data.errors?.valid_to).toEqual([
    '与自 2020-01-01 起施行的版本重叠',
  ]);
  expect((await add(code, '2027-01-01', { valid_to: '2026-12-31' })).data.errors?.valid_to).toHaveLength(1);
  expect((await add(code, '2010-01-01')).code, 'one before all others ends as they begin').toBe(1);
  expect((await stretches(code))[0]).toEqual(['2010-01-01', '2019-12-31']);
});

test('a future version may be moved and withdrawn; the previous one is adjusted', async () => {
  const code = freshCode();
  await add(code, '2020-01-01');
  const [soon, later] = [addDays(today, 30), addDays(today, 60)];
  const { data: next } = await add(code, soon, { amount: 2 });
  expect((await edit(next.id, { valid_from: later, amount: 3 })).code).toBe(1);
  expect(await stretches(code)).toEqual([
    ['2020-01-01', addDays(later, -1)],
    [later, null],
  ]);
  expect((await edit(next.id, { valid_from: '2019-01-01' })).data.errors?.valid_from?.[0]).toContain('2020-01-01');
  const [first] = await versions(code);
  expect((await chief.post<Refusal>('/admin/system.timeRule/del', { ids: [first?.id] })).data.reason).toBe(
    'referenced',
  );
  expect((await chief.post('/admin/system.timeRule/del', { ids: [next.id] })).code).toBe(1);
  expect(await stretches(code)).toEqual([['2020-01-01', null]]);
});

test('simultaneously created versions never overlap', async () => {
  const code = freshCode();
  await add(code, '2020-01-01');
  const days = [10, 20, 30, 40].map((n) => addDays(today, n));
  await Promise.all(days.map((day, amount) => add(code, day, { amount: amount + 1 })));
  expect(await stretches(code)).toEqual([
    ['2020-01-01', addDays(days[0] as string, -1)],
    ...days.map((day, place) => [day, place === 3 ? null : addDays(days[place + 1] as string, -1)]),
  ]);
});
