import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idNumberCheckDigit } from '#kernel/check/id-number.ts';
import { addEnterprise } from '#modules/enterprise/test/form.ts';
import { packageRoot } from '#server/package-root.ts';
import { type Client, startApp, type TestApp } from '../../../test/engine.ts';

let app: TestApp;
let chief: Client;
let employers: number[];
beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
  const officer = await app.officer('admin');
  const plain = { photo_front: '', business_license: '' };
  employers = [await addEnterprise(app.engine, officer, plain), await addEnterprise(app.engine, officer, plain)];
});
afterAll(() => app.close());

let serial = 100;
const nextNumber = () => {
  const body = `53010219900307${++serial}`;
  return `${body}${idNumberCheckDigit(body)}`;
};
const add = (employer: number | undefined, id_no: string, name = '王芳') =>
  chief.post<{ id: number }>('/admin/enterprise.staff/add', {
    enterprise_id: employer,
    name,
    id_no,
    job: 'guide',
    mobile: '13800000003',
    employment: 'employed',
  });

test('a person works for an enterprise once, and for another as well', async () => {
  const [one, other] = employers;
  const number = nextNumber();
  const first = await add(one, number);
  expect(first.code).toBe(1);
  const again = await add(one, ` ${number.toLowerCase()} `, '王芳芳');
  expect([again.code, again.msg, again.data]).toEqual([
    0,
    '身份证号已存在',
    expect.objectContaining({ reason: 'duplicate', field: 'id_no', errors: { id_no: ['身份证号已存在'] } }),
  ]);
  expect((await add(other, number)).code).toBe(1);
  const colleague = await add(one, nextNumber());
  const renumbered = await chief.post('/admin/enterprise.staff/edit', { id: colleague.data.id, id_no: number });
  expect([renumbered.code, renumbered.msg]).toEqual([0, '身份证号已存在']);
  const many = await Promise.all(
    Array.from({ length: 5 }, () =>
      add(one, '53010219900307999X'.replace('X', idNumberCheckDigit('53010219900307999') ?? '')),
    ),
  );
  expect(many.filter(({ code }) => code === 1)).toHaveLength(1);
});

test('what was doubled before goes to the recycle bin, the row changed last stays', async () => {
  const { data } = await add(employers[0], nextNumber(), '李四');
  await app.db.query('drop index enterprise_staff_id_no_enterprise_id');
  await app.db.query(`create index enterprise_staff_id_no on enterprise_staff ((id_no->>'hash'))`);
  const columns = 'enterprise_id, name, id_no, job, mobile';
  const copies = await app.db.rows<{ id: number }>(
    `insert into enterprise_staff (${columns}, updatetime)
     select ${columns}, now() + n * interval '1 second' from enterprise_staff, generate_series(1, 3) n where id = $1 returning id`,
    [data.id],
  );
  const before = await app.db.row('select count(*)::int as n from enterprise_staff');
  await app.db.query('alter table enterprise_staff add area_code text'); // as it was then
  await app.db.query(await fs.readFile(path.join(packageRoot, 'migrations/0061_staff_identity.sql'), 'utf8'));
  expect(await app.db.row('select count(*)::int as n from enterprise_staff')).toEqual({
    n: ((before as { n: number }).n ?? 0) - 3,
  });
  expect(await app.db.rows(`select id from enterprise_staff where name = '李四'`)).toEqual([{ id: copies[2]?.id }]);
  const kept = await app.db.rows<{ row_id: number }>(
    `select row_id from security_data_recycle_log where resource = 'enterprise/staff' and title = '李四' order by row_id`,
  );
  expect(kept.map(({ row_id }) => row_id)).toEqual([data.id, copies[0]?.id, copies[1]?.id]);
});
