import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import { activeEnterprise, addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { placePerson } from './people.ts';

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

test('a person is staff of an enterprise only once, but also of another one', async () => {
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

test('existing duplicates go to the recycle bin; the row changed last stays', async () => {
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
  await app.db.query('alter table enterprise_staff add area_code text'); // as it was at that time
  await app.db.query(await fs.readFile(path.join(packageRoot, 'migrations/0061_staff_identity.sql'), 'utf8'));
  expect(await app.db.row('select count(*)::int as n from enterprise_staff')).toEqual({
    n: ((before as { n: number }).n ?? 0) - 3,
  });
  expect(await app.db.rows(`select id from enterprise_staff where name = '李四'`)).toEqual([{ id: copies[2]?.id }]);
  const stored = await app.db.rows<{ row_id: number }>(
    `select row_id from security_data_recycle_log where resource = 'enterprise/staff' and title = '李四' order by row_id`,
  );
  expect(stored.map(({ row_id }) => row_id)).toEqual([data.id, copies[0]?.id, copies[1]?.id]);
});

describe('a staff certificate', () => {
  const own = (action: string) => `/api/enterprise.staff/${action}`;
  const office = (action: string) => `/admin/enterprise.staff/${action}`;
  let owner: Client;
  let county: Client;
  let employer: number;
  beforeAll(async () => {
    const { areaCode } = await app.officer('county1');
    await uploadMaterials(app.engine);
    employer = await activeEnterprise(app.engine, await app.officer('admin'), { area_code: areaCode });
    const member = await app.member('staff_owner');
    await app.db.query(sql`update member set mobile = '13820009001' where id = ${member.id}`);
    await placePerson(app.db, employer, member);
    [owner, county] = [await app.client({ member: 'staff_owner' }), await app.client({ officer: 'county1' })];
  });
  const form = (more: object = {}) => ({
    enterprise_id: employer,
    name: '沈听澜',
    id_no: nextNumber(),
    job: 'guide',
    mobile: '13800000003',
    employment: 'employed',
    ...more,
  });
  const stated = async (more: object = {}, who = owner) => {
    const answer = await who.post<{ id: number }>(who === owner ? own('add') : office('add'), form(more));
    expect(answer.code, answer.msg).toBe(1);
    return answer.data.id;
  };
  test('a closed enterprise can have no new staff', async () => {
    await app.db.query(sql`update enterprise set status = 'cancelled' where id = ${employer}`);
    for (const [client, path] of [
      [owner, own('add')],
      [county, office('add')],
    ] as const)
      expect((await client.post<{ errors: object }>(path, form())).data.errors).toHaveProperty('enterprise_id');
    await app.db.query(sql`update enterprise set status = 'active' where id = ${employer}`);
  });
  const stored = (id: number) =>
    app.db.row<{ status: string; name: string; cert_no: string | null }>(
      sql`select status, name, cert_no from enterprise_staff where id = ${id}`,
    );
  const moved = async (who: Client, path: string, body: object) => {
    const answer = await who.post(path, body);
    expect(answer.code, answer.msg).toBe(1);
  };

  test('is submitted with them, refused with a reason, corrected and verified; one entered by an officer is verified at once', async () => {
    const id = await stated({ cert_no: 'DZG2026A0001' });
    expect(await stored(id)).toMatchObject({ status: 'submitted' });
    expect(await stored(await stated({ cert_no: 'DZG2026A0002' }, county))).toMatchObject({ status: 'verified' });
    const forged = await stated({ cert_no: 'DZG2026A0003', status: 'verified' });
    expect(await stored(forged)).toMatchObject({ status: 'submitted' });
    expect((await owner.post(own('edit'), { id, cert_no: 'OTHER' })).code).toBe(0);
    for (const move of ['verify', 'return', 'verifyChange', 'refuseChange'])
      expect((await owner.post(own(move), { id })).status, move).toBe(404);
    await moved(county, office('return'), { id, reason: '编号与证件不符' });
    const inbox = async () =>
      (
        await owner.get<{ list: { label: string; content: string; read_at: number | null }[] }>(
          '/api/message.notice/index',
        )
      ).data.list[0];
    expect(await inbox()).toMatchObject({
      label: '从业资格未通过核验',
      content: expect.stringContaining('编号与证件不符'),
    });
    await moved(owner, own('edit'), { id, cert_no: 'DZG2026A0009' });
    await moved(owner, own('submit'), { id });
    expect((await inbox())?.read_at, 'done').not.toBeNull();
    await moved(county, office('verify'), { id });
    expect(await stored(id)).toMatchObject({ status: 'verified', cert_no: 'DZG2026A0009' });
  });

  test('is pending for the member who entered but did not submit it, and its count opens exactly those', async () => {
    await stated();
    const late = await stated();
    expect((await owner.post(own('submit'), { id: late })).data).toMatchObject({ reason: 'bad_transition' });
    await moved(owner, own('edit'), { id: late, cert_no: 'DZG2026B0001' });
    type Home = { todo: { resource: string; title: string; count: number; path: string }[] };
    const { todo } = (await owner.get<Home>('/api/account/overview')).data;
    const line = todo.find((one) => one.title === '从业人员 · 资格未核验');
    expect(line).toMatchObject({ count: 1, path: '/user/enterprise/staff?status.in=stated&cert_no.filled=' });
    const search = [
      { field: 'status', operator: 'IN', val: 'stated' },
      { field: 'cert_no', operator: 'NOT NULL', val: '' },
    ];
    const { list } = (await owner.get<{ list: { id: number }[] }>(own('index'), { search })).data;
    expect(list.map((one) => one.id)).toEqual([late]);
    await moved(owner, own('submit'), { id: late });
  });

  test('and its holder are changed by a correction that an officer accepts; the verified values stay meanwhile', async () => {
    const id = await stated({ cert_no: 'DZG2026C0001' });
    await moved(county, office('verify'), { id });
    for (const [name, value] of Object.entries({
      name: '别人',
      id_no: nextNumber(),
      cert_no: 'X',
      cert_file: '/x.png',
    }))
      expect([name, (await owner.post(own('edit'), { id, [name]: value })).code]).toEqual([name, 0]);
    await moved(owner, own('edit'), { id, mobile: '13800000009', employment: 'left' });
    const change = () => owner.post(own('change'), { id, cert_no: 'DZG2026C0002', id_no: nextNumber() });
    expect((await Promise.all([change(), change()])).map((one) => one.code).sort()).toEqual([0, 1]);
    expect(await stored(id)).toMatchObject({ status: 'changing', cert_no: 'DZG2026C0001' });
    const stranger = await app.client({ officer: 'county2' });
    expect((await stranger.post(office('verifyChange'), { id })).data).toMatchObject({ reason: 'not_found' });
    await moved(county, office('refuseChange'), { id, reason: '请附新证扫描件' });
    await moved(owner, own('change'), { id, cert_no: 'DZG2026C0003' });
    await moved(county, office('verifyChange'), { id });
    expect(await stored(id)).toMatchObject({ status: 'verified', cert_no: 'DZG2026C0003' });
  });
});
