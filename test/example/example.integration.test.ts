import { afterAll, beforeAll, expect, test } from 'vitest';
import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { findResource } from '#modules/registry.ts';
import type { Caller } from '#server/caller.ts';
import type { Call } from '#server/http/controller.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { readMeasure, readMeasureQuery } from '#server/read/list/read-statistical-measure.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';
import { cover } from './contract/cover.ts';
import { insurance } from './contract/insurance.ts';
import { serveInsurance } from './example.ts';
import { premiumControllers } from './server/premium-calls.ts';

/** Tests what CONTRIBUTING says about the example that it quotes. */
let on: TestEngine;
let chief: Caller;
beforeAll(async () => {
  const module = module_({
    name: 'insurances',
    label: text('示例', 'Example'),
    icon: 'bank',
    weigh: 1,
    entries: [insurance, cover],
  });
  // with `npm test -- sixty` it is already part of the modules
  on = findResource(insurance.name)
    ? await createTestEngine()
    : await createTestEngine({
        also: { module, resources: [insurance, cover], server: serveInsurance({ name: 'insurances' }) },
      });
  chief = await on.officer('admin');
});
afterAll(() => on.close());

interface Policy {
  id: number;
  status: string;
  due_at: number | null;
  ends_on: string;
  covers: { name: string; amount: string }[];
}
const read = (id: number) => readRow<Policy>(on.engine, insurance, chief, id);

test('its rows, guard, clock, subscriber and measure work as described', async () => {
  const { engine, db } = on;
  const holder = await db.row<{ id: number }>(
    `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
     values ('保险旅行社', '91530102MA6K0TLH5Y', 'travel_agency', '甲', '13800000001', '乙', '13800000002', '530102', '路 1 号', 'active') returning id`,
  );
  const input = {
    enterprise_id: holder?.id,
    policy_no: 'P-1',
    insurer: '人保',
    premium: '1200.00',
    starts_on: '2026-01-01',
    ends_on: '2099-12-31',
    covers: [
      { name: '人身', amount: '100000.00' },
      { name: '财产', amount: '5000' },
    ],
  };
  const { id } = await write(engine, insurance, chief, { operation: 'add', input });
  const move = (name: string, input = {}) =>
    write(engine, insurance, chief, { operation: 'move', move: name, id, input });
  expect((await read(id)).covers).toMatchObject([
    { name: '人身', amount: '100000.00' },
    { name: '财产', amount: '5000.00' },
  ]);

  await expect(move('approve')).rejects.toMatchObject({ text: { 'zh-cn': '尚未登记缴费日期' } });
  expect((await read(id)).due_at).toBeGreaterThan(0);
  await move('query', { reason: '请补充缴费凭证' });
  expect((await read(id)).due_at, 'the review stands still').toBeNull();
  await move('answer');
  expect((await read(id)).due_at).toBeGreaterThan(0);
  await write(engine, insurance, chief, { operation: 'edit', id, input: { paid_on: '2026-01-02' } });
  await move('approve');
  expect(await read(id)).toMatchObject({ status: 'active', due_at: null, ends_on: '2099-12-31' });

  const params = { measure: 'premiums', by: 'status' };
  const query = readMeasureQuery(insurance, params, readListQuery(insurance, {}), chief);
  const { list } = await readMeasure(engine, insurance, chief, query);
  expect(JSON.parse(list)).toContainEqual({ status: 'active', value: '1200.00' });

  const reason = { document_no: '昆文旅〔2026〕1号', reason: '申请注销登记' };
  await write(engine, enterprise, chief, { operation: 'move', move: 'cancel', id: holder?.id ?? 0, input: reason });
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect((await read(id)).ends_on).toBe(today);
});

test('its call answers checked input', async () => {
  const handle = async (params: object) =>
    premiumControllers[0]?.actions.premium?.handle({ engine: on.engine, caller: chief, params } as Call);
  expect(await handle({ people: '12' })).toEqual({ premium: '96.00' });
  await expect(handle({ people: '0' })).rejects.toMatchObject({ data: { errors: { people: [expect.any(String)] } } });
});
