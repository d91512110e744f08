import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { activeEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { sql } from '#server/db/sql.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { recusal } from '../contract/officer/recusal.ts';

let app: TestApp;
let admin: Client;
let county: Client;
let other: Client;
let serial = 0;
const today = shanghaiToday();
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  admin = await app.client({ officer: 'admin' });
  county = await app.client({ officer: 'county1' });
  other = await app.client({ officer: 'county2' });
});
afterAll(() => app.close());

/** A new account of the first county. */
async function account(): Promise<number> {
  serial += 1;
  const made = await app.db.row<{ id: number }>(
    sql`insert into auth_admin (username, nickname, password, group_arr, area_code)
      select ${`squad_${serial}`}, '执法员', password, group_arr, area_code from auth_admin where username = 'county1' returning id`,
  );
  return made?.id ?? 0;
}

async function officerForm(more: object = {}): Promise<object> {
  const { areaCode } = await app.officer('county1');
  return {
    admin_id: await account(),
    name: '李执法',
    mobile: '13888001234',
    cert_no: `YN-${String(serial).padStart(6, '0')}`,
    cert_org: '云南省人民政府',
    cert_valid_to: addDays(today, 400),
    domains: ['travel', 'scenic'],
    area_code: areaCode,
    capacity: 3,
    on_duty: '1',
    ...more,
  };
}

async function ok<T = { id: number }>(who: Client, path: string, body: object): Promise<T> {
  const answer = await who.post<T>(path, body);
  expect(answer.code, JSON.stringify(answer)).toBe(1);
  return answer.data;
}

async function verifiedOfficer(more: object = {}): Promise<number> {
  const { id } = await ok(county, '/admin/library.officer/add', await officerForm(more));
  await ok(admin, '/admin/library.officer/verify', { id });
  return id;
}

const eligible = async (id: number) =>
  app.db.row<{ area: string; domains: string[]; recused: number[]; capacity: number }>(
    sql`select area, domains, recused, capacity from library_eligible_officer where id = ${id}`,
  );

test('an officer is drawn once another has verified the certificate', async () => {
  const { id } = await ok(county, '/admin/library.officer/add', await officerForm());
  expect(await eligible(id)).toBeUndefined();
  const own = await county.post('/admin/library.officer/verify', { id });
  expect(own.code).toBe(0);
  expect(own.msg).toBe('须由登记人以外的人员核验');
  await ok(admin, '/admin/library.officer/verify', { id });
  const { areaCode } = await app.officer('county1');
  expect(await eligible(id)).toEqual({ area: areaCode, domains: ['travel', 'scenic'], recused: [], capacity: 3 });
  const { row } = (await county.get<{ row: Record<string, unknown> }>('/admin/library.officer/edit', { id })).data;
  expect(row).toMatchObject({ status: 'verified', validity: 'valid', workload: 0, mobile: '138****1234' });

  // a certificate counts on its last day, and is not verified after it
  const ended = await ok(
    county,
    '/admin/library.officer/add',
    await officerForm({ cert_valid_to: addDays(today, -1) }),
  );
  const refused = await admin.post('/admin/library.officer/verify', { id: ended.id });
  expect([refused.code, refused.msg]).toEqual([0, expect.stringContaining('行政处罚法第四十二条')]);
  await ok(county, '/admin/library.officer/edit', { id: ended.id, cert_valid_to: today });
  await ok(admin, '/admin/library.officer/verify', { id: ended.id });
});

test('only verified, on duty, certified and enabled officers with capacity are drawn', async () => {
  const id = await verifiedOfficer();
  const lacks = async (change: Parameters<typeof app.db.query>[0], undo: Parameters<typeof app.db.query>[0]) => {
    await app.db.query(change);
    expect(await eligible(id)).toBeUndefined();
    await app.db.query(undo);
    expect(await eligible(id)).toBeDefined();
  };
  await lacks(
    sql`update library_officer set cert_valid_to = ${addDays(today, -1)} where id = ${id}`,
    sql`update library_officer set cert_valid_to = ${today} where id = ${id}`,
  );
  await lacks(
    sql`update auth_admin set status = '0' where id = (select admin_id from library_officer where id = ${id})`,
    sql`update auth_admin set status = '1' where id = (select admin_id from library_officer where id = ${id})`,
  );
  await ok(county, '/admin/library.officer/edit', { id, on_duty: '0' });
  expect(await eligible(id)).toBeUndefined();
  await ok(county, '/admin/library.officer/edit', { id, on_duty: '1', capacity: 0 });
  expect(await eligible(id)).toBeUndefined();
  await ok(county, '/admin/library.officer/edit', { id, capacity: 1 });
  await ok(county, '/admin/library.officer/suspend', { id, reason: '暂停执法资格' });
  expect(await eligible(id)).toBeUndefined();
  await ok(county, '/admin/library.officer/resume', { id, reason: '恢复执法资格' });
  expect(await eligible(id)).toBeDefined();
  await ok(county, '/admin/library.officer/leave', { id, reason: '调离执法岗位' });
  expect(await eligible(id)).toBeUndefined();
});

test('a verified certificate is changed by request, which another decides', async () => {
  const id = await verifiedOfficer();
  const until = addDays(today, 2000);
  const direct = await county.post('/admin/library.officer/edit', { id, cert_valid_to: until });
  expect(direct.code).toBe(0);
  await ok(county, '/admin/library.officer/change', { id, cert_valid_to: until });
  expect(await eligible(id)).toBeDefined();
  expect((await county.post('/admin/library.officer/verifyChange', { id })).code).toBe(0);
  await ok(admin, '/admin/library.officer/verifyChange', { id });
  const stored = await app.db.row(
    sql`select cert_valid_to::text as until, status from library_officer where id = ${id}`,
  );
  expect(stored).toEqual({ until, status: 'verified' });
});

test('account and certificate number belong to one officer', async () => {
  const form = (await officerForm()) as { cert_no: string };
  await ok(county, '/admin/library.officer/add', form);
  const twice = await officerForm({ cert_no: form.cert_no.replace('-', '').toLowerCase() });
  expect((await county.post('/admin/library.officer/add', twice)).code).toBe(0);
  const first = await verifiedOfficer();
  const held = await app.db.row<{ admin_id: number }>(sql`select admin_id from library_officer where id = ${first}`);
  const second = await ok(county, '/admin/library.officer/add', await officerForm(held));
  const refused = await admin.post('/admin/library.officer/verify', { id: second.id });
  expect(refused.msg).toBe('该后台账号已由执法人员李执法使用');
});

test('officers are seen by the offices of their area only', async () => {
  const id = await verifiedOfficer();
  const list = (who: Client) =>
    who.get<{ total: number }>('/admin/library.officer/index', { search: [{ field: 'id', operator: '=', val: id }] });
  expect((await list(county)).data.total).toBe(1);
  expect((await list(other)).data.total).toBe(0);
  expect((await other.post('/admin/library.officer/leave', { id, reason: '调离执法岗位' })).code).toBe(0);
});

test('a recusal counts from its declaration until it is refused, lifted or over', async () => {
  const id = await verifiedOfficer();
  const { areaCode } = await app.officer('county1');
  const enterprise = await activeEnterprise(app.engine, await app.officer('admin'), {
    ent_type: 'agency',
    area_code: areaCode,
  });
  const declare = (more: object = {}) =>
    ok(county, '/admin/library.recusal/add', {
      officer_id: id,
      enterprise_id: enterprise,
      reason: '配偶在该企业任职',
      from_on: today,
      ...more,
    });
  const one = await declare();
  expect((await eligible(id))?.recused).toEqual([enterprise]);
  expect((await county.post('/admin/library.recusal/confirm', { id: one.id })).msg).toBe('须由登记人以外的人员决定');
  await ok(admin, '/admin/library.recusal/refuse', { id: one.id, reason: '不构成利害关系' });
  expect((await eligible(id))?.recused).toEqual([]);
  const two = await declare({ until_on: today });
  await ok(admin, '/admin/library.recusal/confirm', { id: two.id });
  expect((await eligible(id))?.recused).toEqual([enterprise]);
  await ok(admin, '/admin/library.recusal/lift', { id: two.id, reason: '配偶已经离职' });
  expect((await eligible(id))?.recused).toEqual([]);
  await declare({ from_on: addDays(today, 1) });
  expect((await eligible(id))?.recused).toEqual([]);
});

test('a recusal names somebody, and is declared by the officer or by who decides on it', async () => {
  const id = await verifiedOfficer();
  const form = { officer_id: id, reason: '亲属关系', from_on: today };
  const nobody = await county.post<{ errors: object }>('/admin/library.recusal/add', form);
  expect(nobody.data.errors).toEqual({ enterprise_id: ['请填写回避的企业或个人'] });
  const order = { ...form, person: '张三', until_on: addDays(today, -1) };
  expect((await county.post<{ errors: object }>('/admin/library.recusal/add', order)).data.errors).toEqual({
    until_on: ['结束日期不得早于开始日期'],
  });
  const nodes = new Set(['library/officer/index', 'library/recusal/index', 'library/recusal/add']);
  const caller = { ...(await app.officer('county1')), nodes, grantKey: 'own recusals' };
  const input = { ...form, person: '张三' };
  const declare = () => write(app.engine, recusal, caller, { operation: 'add', input });
  await expect(declare()).rejects.toMatchObject({ data: { errors: { officer_id: ['只能登记本人的回避'] } } });
  await app.db.query(sql`update library_officer set admin_id = ${caller.id} where id = ${id}`);
  expect(await declare()).toBeDefined();
});
