import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

let app: TestApp;
let city: Client;

beforeAll(async () => {
  app = await startApp();
  city = await app.client({ officer: 'city' });
  // the day of Shanghai ends at 16:00 UTC
  await app.db.query(
    `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, createtime)
     select name, name, 'hotel', '王', '1', '王', '1', '530102', '人民路1号', at::timestamptz from (values
       ('前一日末', '2026-11-19T15:59:59.999Z'), ('零点', '2026-11-19T16:00:00Z'), ('中午', '2026-11-20T04:30:21.400Z'),
       ('日末', '2026-11-20T15:59:59.700Z'), ('次日', '2026-11-20T16:00:00Z')) r (name, at)`,
  );
});
afterAll(() => app.close());

const find = async (operator: string, val: string) => {
  const { data } = await city.get<{ list: { name: string }[] }>('/admin/enterprise.enterprise/index', {
    order: 'id,asc',
    search: [{ field: 'createtime', operator, val, render: 'datetime' }],
  });
  return data.list.map((row) => row.name);
};

test.each([
  ['RANGE', '2026-11-20 00:00:00,2026-11-20 23:59:59', ['零点', '中午', '日末']],
  ['RANGE', '2026-11-20,2026-11-20', ['零点', '中午', '日末']],
  ['NOT RANGE', '2026-11-20,2026-11-20', ['前一日末', '次日']],
  ['RANGE', '2026-11-20 12:30:21,2026-11-20 12:30:21', ['中午']],
  ['RANGE', '2026-11-20 12:00,2026-11-20 12:30', ['中午']],
  ['=', '2026-11-20 12:30:21', ['中午']],
  ['=', '1795149021', ['中午']],
  ['<>', '2026-11-20 12:30:21', ['前一日末', '零点', '日末', '次日']],
  ['<=', '2026-11-20 23:59:59', ['前一日末', '零点', '中午', '日末']],
  ['>', '2026-11-20 23:59:59', ['次日']],
  ['RANGE', ',2026-11-19', ['前一日末']],
  ['IN', '2026-11-20 12:30:21,1795190399', ['中午', '日末']],
])('%s %s finds every moment of it, to the last of its last second', async (operator, val, names) => {
  expect(await find(operator, val)).toEqual(names);
});

test('the first and the last day that can be written are days, one of no year is none', async () => {
  const all = await find('RANGE', '0001-01-01,9999-12-31');
  expect(all).toHaveLength(5);
  expect(await find('>=', '0001-01-01 00:00:00')).toEqual(all);
  expect(await find('<=', '9999-12-31 23:59:59')).toEqual(all);
  for (const none of ['9999-12-31', '9999-12-31 23:59', '0001-01-01 00:00:00'])
    expect(await find('=', none)).toEqual([]);
  for (const val of ['0000-01-01', '0000-01-01 10:00:00']) {
    const answer = await city.get('/admin/enterprise.enterprise/index', {
      search: [{ field: 'createtime', operator: '=', val }],
    });
    expect([val, answer.status, answer.code]).toEqual([val, 200, 0]);
  }
});
