import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, testPassword, type WireAnswer } from '../support/test-engine.ts';

/**
 * A single right, held by an officer of a county, allows what it should and nothing above it. Each attack is paired
 * with the same call by somebody who may make it.
 */
let app: TestApp;
let chief: Client;
const here = '530102';
const elsewhere = '532901';
const mobiles = { here: '13811110001', elsewhere: '13811110002' };
const firms = { here: 0, elsewhere: 0 };

const ok = <T>({ code, msg, data }: WireAnswer<T>): T => {
  expect(code, `${msg} ${JSON.stringify(data)}`).toBe(1);
  return data;
};
let n = 0;
/** An officer of a county whose only group grants the nodes that match a pattern. */
async function holding(pattern: string, area = here): Promise<Client> {
  n += 1;
  const username = `alone${n}`;
  await app.db.query(sql`with granted as (
      insert into auth_group (name, rules) select ${username}, array_agg(m.id) from auth_menu m where m.name ~ ${pattern} returning id)
    insert into auth_admin (username, nickname, password, group_arr, area_code)
    select ${username}, ${username}, ${await hashPassword(testPassword)}, array[id], ${area} from granted`);
  return app.client({ officer: username });
}
const addFirm = async (name: string, uscc: string, mobile: string, area: string) =>
  (
    await app.db.row<{ id: number }>(sql`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile,
      contact_name, contact_mobile, area_code, address, status) values (${name}, ${uscc}, 'agency', '赵法人', ${mobile}, '钱联系', ${mobile},
      ${area}, '路', 'active') returning id`)
  )?.id ?? 0;

beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
  firms.here = await addFirm('本县企业', '91530102MA6R00000A', mobiles.here, here);
  firms.elsewhere = await addFirm('别县企业', '91532901MA6R00000B', mobiles.elsewhere, elsewhere);
});
afterAll(() => app.close());

/** The result of an export. */
const exported = async (by: Client) =>
  ok(await by.get<{ url: string }>('/admin/enterprise.enterprise/export', { format: 'csv' }));
const open = async (url: string) => app.server.app.inject({ method: 'GET', url });

test('exports contain the rows and words that the list shows, and only the person who asked for one can open it', async () => {
  const exporter = await holding('^enterprise/enterprise/export$');
  expect((await exporter.get('/admin/enterprise.enterprise/index')).code).toBe(401);
  const [own, all] = [await exported(exporter), await exported(chief)];
  const [mine, everybodys] = [(await open(own.url)).body, (await open(all.url)).body];
  expect([mine.includes('本县企业'), mine.includes('别县企业')]).toEqual([true, false]);
  expect([everybodys.includes('本县企业'), everybodys.includes('别县企业')]).toEqual([true, true]);
  for (const answer of [mine, everybodys])
    for (const mobile of Object.values(mobiles)) expect(answer).not.toContain(mobile);
  // neither the row nor the file of another person's job is shown, and knowing the URL is not enough
  const bare = all.url.split('?')[0] ?? '';
  const owner = (await app.officer('admin')).id;
  const job = await app.db.row<{ id: number }>(
    sql`insert into job (kind, title, admin_id, locale, params, total, status) values ('export', '导出', ${owner}, 'zh-cn', '{}', 0, 'done') returning id`,
  );
  const id = job?.id ?? 0;
  ok(await chief.get('/admin/job/show', { id }));
  expect((await exporter.get('/admin/job/show', { id })).msg).toBe('记录不存在');
  const links = async (by: Client) => JSON.stringify(ok(await by.get('/admin/ajax/fileLinks', { urls: [bare] })));
  expect([(await links(chief)).includes(bare), (await links(exporter)).includes(bare)]).toEqual([true, false]);
  expect((await open(bare)).statusCode).toBe(403);
  expect((await open(`${bare}?${own.url.split('?')[1]}`)).statusCode).toBe(403);
  expect((await open(all.url)).statusCode).toBe(200);
});

test('the key of a data source is shown to nobody, whatever their rights over the source', async () => {
  const key = 'Attack-Source-Key-000001';
  const { id } = ok(
    await chief.post<{ id: number }>('/admin/enforcement.source/add', {
      name: '卡口',
      key,
      open: '1',
      area_code: here,
    }),
  );
  const hash = (await app.db.row<{ key: string }>(sql`select key from enforcement_source where id = ${id}`))?.key ?? '';
  expect(hash.length).toBeGreaterThan(20);
  const officer = await holding('^enforcement/source/(index|edit|export)$');
  ok(await officer.post('/admin/enforcement.source/edit', { id, name: '卡口二' }));
  const after = await app.db.row<{ key: string }>(sql`select key from enforcement_source where id = ${id}`);
  expect(after?.key, 'an empty value in the form leaves it unchanged').toBe(hash);
  for (const [action, query] of [
    ['index', {}],
    ['index', { columns: 'name,key' }],
    ['index', { select: 'true' }],
    ['edit', { id }],
    ['timeline', { id }],
  ] as const) {
    const answer = JSON.stringify(ok(await officer.get(`/admin/enforcement.source/${action}`, query)));
    expect([answer.includes(key), answer.includes(hash)], action).toEqual([false, false]);
  }
  const by = (field: string) => ({ search: [{ field, operator: 'LIKE', val: hash.slice(0, 8) }] });
  expect((await officer.get('/admin/enforcement.source/index', by('key'))).msg).toBe('不能按 key 筛选');
  ok(await officer.get('/admin/enforcement.source/index', by('name')));
  expect((await officer.get('/admin/enforcement.source/index', { order: 'key,asc' })).msg).toBe('不能按 key 排序');
  const looker = await holding('^enforcement/source/index$');
  expect((await looker.post('/admin/enforcement.source/edit', { id, key: 'Another-Source-Key-00002' })).code).toBe(401);
});

test('the right to the list of files does not show, link or delete files that belong to rows out of reach', async () => {
  const bytes = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
  const body = Buffer.concat([
    Buffer.from(
      '--cut\r\ncontent-disposition: form-data; name="private"\r\n\r\n1\r\n--cut\r\ncontent-disposition: form-data; name="file"; filename="papers.pdf"\r\ncontent-type: application/pdf\r\n\r\n',
    ),
    bytes,
    Buffer.from('\r\n--cut--\r\n'),
  ]);
  const sent = ok(
    await chief.post<{ file: { url: string } }>('/admin/ajax/upload', body, {
      'content-type': 'multipart/form-data; boundary=cut',
    }),
  );
  const { url } = sent.file;
  const row = await app.db.row<{ id: number }>(sql`select id from routine_attachment where url = ${url}`);
  const clerk = await holding('^routine/attachment/');
  const links = async (by: Client) => JSON.stringify(ok(await by.get('/admin/ajax/fileLinks', { urls: [url] })));
  expect([(await links(chief)).includes(url), (await links(clerk)).includes(url)]).toEqual([true, false]);
  expect((await open(url)).statusCode).toBe(403);
  expect(JSON.stringify(ok(await clerk.get('/admin/routine.attachment/index', { limit: 100 })))).not.toContain(url);
  for (const call of [
    clerk.get('/admin/routine.attachment/edit', { id: row?.id }),
    clerk.get('/admin/routine.attachment/usage', { id: row?.id }),
    clerk.del('/admin/routine.attachment/del', { ids: [row?.id] }),
  ])
    expect((await call).code).toBe(0);
  ok(await chief.get('/admin/routine.attachment/edit', { id: row?.id }));
  ok(await chief.del('/admin/routine.attachment/del', { ids: [row?.id] }));
});

test('handing over work gives nobody a job, a group or access they did not have', async () => {
  await app.db.query(sql`with granted as (select array_agg(id) as rules from auth_menu where name ~ '^travel/'),
    made as (insert into auth_group (name, rules) select 'by job', rules from granted returning id)
    insert into auth_job (code, name, group_arr) select 'by_job', '大岗', array[id] from made`);
  const mover = await holding('^auth/handOver/');
  const [giving, taking] = [await app.officer('county1'), await app.officer(`alone${n}`)];
  await app.db.query(
    sql`update auth_admin set area_code = ${here}, job_arr = array(select id from auth_job where code = 'by_job') where id = ${giving.id}`,
  );
  const rights = () => app.db.row(sql`select job_arr, group_arr, area_code from auth_admin where id = ${taking.id}`);
  const before = await rights();
  const { jobs, jobs_offered } = ok(
    await mover.get<{ jobs: unknown[]; jobs_offered: boolean }>('/admin/auth.handOver/index', { from: giving.id }),
  );
  expect([jobs, jobs_offered]).toEqual([[], false]);
  const [job] = await app.db.rows<{ id: number }>(sql`select id from auth_job where code = 'by_job'`);
  const run = (by: Client) =>
    by.post('/admin/auth.handOver/run', { from: giving.id, to: taking.id, jobs: [job?.id], open: '1' });
  expect((await run(mover)).msg).toContain('岗位');
  expect(await rights()).toEqual(before);
  const far = (await app.officer('county2')).id;
  await app.db.query(sql`update auth_admin set area_code = ${elsewhere} where id = ${far}`);
  expect((await mover.get('/admin/auth.handOver/index', { from: far })).code, 'of another county').toBe(0);
  ok(await run(chief));
  expect(await rights()).not.toEqual(before);
});

test("the rights to analyse access and to unlock accounts do not reach accounts outside the county or above one's own", async () => {
  const [above, far] = [(await app.officer('admin')).id, (await app.officer('county2')).id];
  const looker = await holding('^(auth/access|auth/lock|auth/admin/resetFactor|enterprise/enterprise/index)($|/)');
  // in the same county, with a part of the same rights
  await holding('^enterprise/enterprise/index$');
  const near = (await app.officer(`alone${n}`)).id;
  const why = (by: Client, person: number) =>
    by.get('/admin/auth.access/why', { person, resource: 'enterprise/enterprise', action: 'index' });
  ok(await why(chief, far));
  ok(await why(looker, near));
  for (const person of [above, far]) expect((await why(looker, person)).code, String(person)).toBe(0);
  for (const id of [above, far, near])
    await app.db.query(sql`insert into attempt (name, subject, at, expiretime)
      select 'sign_in_admin', ${String(id)}, array_agg(now()), now() + interval '1 hour' from generate_series(1, 30)`);
  const unlock = async (id: number) => (await looker.post('/admin/auth.lock/unlock', { type: 'admin', id })).code;
  expect([await unlock(above), await unlock(far), await unlock(near)]).toEqual([0, 0, 1]);
  const reset = { id: above, reason: '手机丢失，已当面核实' };
  expect((await looker.post('/admin/auth.admin/resetFactor', reset)).code).toBe(0);
});

test('whoever edits divisions can neither add one to their own area nor move one out of it', async () => {
  const officer = await holding('^(system/area|enterprise/enterprise/index)($|/)');
  const names = async () =>
    ok(await officer.get<{ list: { name: string }[] }>('/admin/enterprise.enterprise/index')).list.map(
      ({ name }) => name,
    );
  const idOf = async (code: string) =>
    (await app.db.row<{ id: number }>(sql`select id from system_area where code = ${code}`))?.id ?? 0;
  const ended = { valid_to: '2026-01-01', replaced_by: here };
  const edit = (by: Client, id: number, values: object) =>
    by.post<{ errors?: Record<string, string[]> }>('/admin/system.area/edit', { id, ...values });
  const [far, own] = [await idOf(elsewhere), await idOf(here)];
  expect(await names()).toEqual(['本县企业']);
  expect((await edit(officer, far, ended)).data.errors).toHaveProperty('code');
  expect((await edit(officer, own, { ...ended, replaced_by: elsewhere })).data.errors).toHaveProperty('replaced_by');
  const made = { code: '532998', name: '新县', level: '3', ...ended };
  expect((await officer.post<{ errors?: object }>('/admin/system.area/add', made)).data.errors).toHaveProperty('code');
  expect(await names()).toEqual(['本县企业']);
  ok(await edit(officer, own, { pinyin: 'wuhua' }));
  ok(await edit(chief, far, ended));
  // a caller is cached for two seconds
  const both = async () => (await names()).toSorted();
  await expect
    .poll(both, { timeout: 60_000, message: 'who acts for the country may' })
    .toEqual(['别县企业', '本县企业']);
  ok(await edit(chief, far, { valid_to: null, replaced_by: null }));
  await expect.poll(names, { timeout: 60_000 }).toEqual(['本县企业']);
});

test('reports and the wall screen show no rows that the caller may not list', async () => {
  const [reporter, watcher] = [await holding('^report'), await holding('^largedatascreen$')];
  const report = { resource: 'enterprise/enterprise', name: 'count', by: 'status' };
  expect((await reporter.get('/admin/report/index', report)).code).toBe(401);
  expect((await reporter.post('/admin/report/export', report)).code).toBe(401);
  for (const feed of ['enterprise', 'newest', 'map', 'audit', 'vehicle', 'itinerary', 'source', 'history', 'alert']) {
    const answer = JSON.stringify(ok(await watcher.get(`/admin/screen.${feed}/index`)));
    for (const secret of [...Object.values(mobiles), '赵法人', '钱联系', '别县企业'])
      expect(answer, feed).not.toContain(secret);
  }
  const acknowledge = { resource: 'enterprise/enterprise', id: firms.elsewhere, name: '值班' };
  expect((await watcher.post('/admin/screen.alert/acknowledge', acknowledge)).code).not.toBe(1);
});

test('only super administrators view as a group, read codes or run commands', async () => {
  const everything = await holding('.');
  const group = await app.db.row<{ id: number }>(
    sql`select id from auth_group where rules is not null order by id limit 1`,
  );
  for (const [path, body] of [
    ['viewAs/start', { group_id: group?.id }],
    ['message.sink/index', undefined],
    ['Terminal/state', undefined],
  ] as const) {
    const call = (by: Client) => (body ? by.post(`/admin/${path}`, body) : by.get(`/admin/${path}`));
    expect((await call(everything)).code, path).toBe(401);
    if (path !== 'message.sink/index') ok(await call(chief));
    ok(await chief.post('/admin/viewAs/stop'));
  }
  const response = ok(
    await everything.get<{ fieldList: object }>('/admin/ajax/getTableFieldList', { table: 'ba_auth_admin' }),
  );
  expect(Object.keys(response.fieldList)).not.toContain('password');
  expect(Object.keys(response.fieldList)).toContain('username');
  for (const table of ['session', 'job', 'pg_shadow'])
    expect((await everything.get('/admin/ajax/getTableFieldList', { table })).msg).toBe('数据表不存在~');
});

test('settings for the destination of codes, mail, files and backups are neither shown nor set, even with all rights on settings', async () => {
  const secret = 'gateway-secret-7788';
  ok(
    await chief.post('/admin/system.setting/save', {
      section: 'mail',
      values: { pass: secret },
      versions: {},
    }),
  );
  const setter = await holding('^system/setting|^routine/config');
  for (const [path, query] of [
    ['system.setting/index', { limit: 100 }],
    ['system.setting/sections', {}],
    ['routine.config/index', {}],
    ['auth.adminLog/index', {}],
  ] as const) {
    const { code, data } = await setter.get(`/admin/${path}`, query);
    if (path !== 'auth.adminLog/index') expect(code, path).toBe(1);
    expect(JSON.stringify(data), path).not.toContain(secret);
  }
  const mine = ok(await setter.get<object>('/admin/system.setting/sections'));
  for (const section of ['auth/oidc', 'mail', 'sms', 'system/backup', 'upload'])
    expect(
      (await setter.post('/admin/system.setting/save', { section, values: {}, versions: {} })).code,
      section,
    ).not.toBe(1);
  expect(JSON.stringify(mine)).not.toContain('"section":"mail"');
  // nor settings for what everybody sees, where links lead, and how documents are verified
  const save = (by: Client, section: string, values: object) =>
    by.post<{ errors?: object }>('/admin/system.setting/save', { section, values, versions: {} });
  const evil = 'https://evil.example/{z}/{x}/{y}';
  for (const [section, name] of [
    ['site', 'car_rental_url'],
    ['site', 'address'],
    ['document', 'check_address'],
    ['map', 'tiles'],
  ] as const)
    expect((await save(setter, section, { [name]: evil })).code, name).not.toBe(1);
  for (const value of ['javascript:alert(1)', 'https://evil.example', '//evil.example', '/\\evil.example', '\\evil'])
    expect((await save(setter, 'site', { quick_entrance: [{ key: 'x', value }] })).data.errors, value).toHaveProperty(
      'quick_entrance',
    );
  for (const value of ['/admin/user/user?status=enable', 'routine/config'])
    ok(await save(setter, 'site', { quick_entrance: [{ key: 'x', value }] }));
  ok(await save(chief, 'site', { quick_entrance: [] }));
});
