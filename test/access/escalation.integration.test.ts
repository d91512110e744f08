import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, testPassword } from '../support/test-engine.ts';

/**
 * One right gives no other: an officer of a prefecture who edits administrators, groups, jobs, menu rules, members,
 * settings, message templates and platforms, and restores what was deleted or changed, gains no further right by any of
 * these.
 */
let app: TestApp;
let chief: Client;
let writer: Client;
const ids = new Map<string, number>();
const idOf = (name: string) => ids.get(name) ?? 0;

beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
  const held =
    '^(auth/(admin|group|job|menu)|security|system/setting|message/template|user|rental/provider|enterprise/enterprise/(index|add|edit))($|/)';
  await addGroup('writers', sql`m.name ~ ${held}`);
  await addGroup('below', sql`m.name = 'enterprise/enterprise/index'`);
  await addGroup('greater', sql`m.name ~ ${held} or m.name ~ '^travel/'`);
  await addGroup('other', sql`m.name = 'user/user/index'`);
  ids.set('supers', (await app.db.row<{ id: number }>('select id from auth_group where rules is null'))?.id ?? 0);
  await addOfficer('writer', ['writers']);
  await addOfficer('accomplice', ['below']);
  writer = await app.client({ officer: 'writer' });
});
afterAll(() => app.close());

async function addGroup(name: string, where: ReturnType<typeof sql>) {
  const row = await app.db.row<{ id: number }>(
    sql`insert into auth_group (name, rules) select ${name}, array_agg(m.id) from auth_menu m where ${where} returning id`,
  );
  ids.set(name, row?.id ?? 0);
}
async function addOfficer(username: string, groups: readonly string[]) {
  const row = await app.db.row<{
    id: number;
  }>(sql`insert into auth_admin (username, nickname, password, group_arr, area_code)
    values (${username}, ${username}, ${await hashPassword(testPassword)}, ${groups.map(idOf)}::bigint[], '530100') returning id`);
  ids.set(username, row?.id ?? 0);
}
const ruleOf = async (name: string) =>
  (await app.db.row<{ id: number }>(sql`select id from auth_menu where name = ${name}`))?.id ?? 0;
/** The rights of every group and every officer: they must be the same after every attack. */
const held = () =>
  app.db.rows(sql`select 'group' as what, id, rules::text, status || second_factor::text as more from auth_group
    union all select 'admin', id, group_arr::text, area_code || status || password from auth_admin order by 1, 2`);

/** Makes the attempt and checks that the rights of everybody are unchanged. */
async function gainsNothing(attack: () => Promise<{ code: number; msg: string }>): Promise<string> {
  const before = await held();
  const { code, msg } = await attack();
  expect(code, msg).not.toBe(1);
  expect(await held()).toEqual(before);
  return msg;
}
const copyOf = async (resource: string, row: number) =>
  (
    await app.db.row<{ id: number }>(
      sql`select id from security_data_recycle_log where resource = ${resource} and row_id = ${row} order by id desc limit 1`,
    )
  )?.id ?? 0;
/** Makes changes of these fields logged, so that they can be rolled back. */
async function watch(controller: string, fields: readonly string[]) {
  const rule = await app.db.row<{ id: number }>(
    sql`select id from security_sensitive_data where controller = ${controller}`,
  );
  const values = { name: controller, controller, status: '1', columns: fields.map((one) => `${controller}.${one}`) };
  const path = `/admin/security.sensitiveData/${rule ? 'edit' : 'add'}`;
  const saved = await chief.post(path, rule ? { id: rule.id, ...values } : values);
  expect(saved.code, saved.msg).toBe(1);
}

describe('groups', () => {
  test('cannot be created or changed to grant more, whatever is above them in the tree', async () => {
    const [rule, own] = [await ruleOf('travel/itinerary/index'), await ruleOf('enterprise/enterprise/index')];
    for (const rules of [['*'], [rule], [own, rule]])
      for (const pid of [0, idOf('supers'), idOf('below')]) {
        const body = { name: 'x', rules, pid, status: '1' };
        await gainsNothing(() => writer.post('/admin/auth.group/add', body));
        await gainsNothing(() => writer.post('/admin/auth.group/edit', { ...body, id: idOf('below') }));
      }
    for (const name of ['greater', 'supers'])
      await gainsNothing(() => writer.post('/admin/auth.group/edit', { id: idOf(name), rules: [own], name: 'x' }));
  });

  test("of one's own cannot be changed, nor what they require of their members", async () => {
    await app.db.query(
      sql`update auth_group set second_factor = true where id in (${idOf('other')}, ${idOf('writers')})`,
    );
    await app.db.query(
      sql`update auth_admin set group_arr = array[${idOf('writers')}::bigint, ${idOf('other')}::bigint] where username = 'writer'`,
    );
    for (const change of [{ second_factor: '0' }, { status: '0' }, { rules: [await ruleOf('user/user/index'), 1] }])
      expect(await gainsNothing(() => writer.post('/admin/auth.group/edit', { id: idOf('other'), ...change }))).toBe(
        '不能修改自己所在的管理组！',
      );
    await app.db.query(sql`update auth_group set second_factor = false`);
    await app.db.query(
      sql`update auth_admin set group_arr = array[${idOf('writers')}::bigint] where username = 'writer'`,
    );
  });

  test('do not pass rights on to the groups below them', async () => {
    const move = { id: idOf('below'), pid: idOf('supers') };
    await gainsNothing(() => writer.post('/admin/auth.group/edit', move));
    expect((await chief.post('/admin/auth.group/edit', move)).code).toBe(1);
    const below = await app.client({ officer: 'accomplice' });
    expect((await below.get('/admin/auth.admin/index')).code).toBe(401);
    await app.db.query(sql`update auth_group set pid = null where id = ${idOf('below')}`);
  });

  test('that were deleted or granted more cannot be restored by somebody who would gain by it', async () => {
    await addGroup('deleted', sql`m.name ~ '^travel/'`);
    const gone = await chief.del<{ undo: number[] }>('/admin/auth.group/del', { ids: [idOf('deleted')] });
    expect(gone.code, gone.msg).toBe(1);
    const copy = await copyOf('auth/group', idOf('deleted'));
    await gainsNothing(() => writer.post('/admin/auth.group/restore', { ids: gone.data.undo }));
    await gainsNothing(() => writer.post('/admin/security.dataRecycleLog/restore', { ids: [copy] }));
    await watch('auth/group', ['rules', 'status', 'second_factor']);
    const rules = [await ruleOf('travel/itinerary/index'), await ruleOf('enterprise/enterprise/index')];
    const index = [await ruleOf('enterprise/enterprise/index')];
    for (const change of [{ rules }, { rules: index }])
      expect((await chief.post('/admin/auth.group/edit', { id: idOf('below'), ...change })).code).toBe(1);
    const lines = await app.db.rows<{ id: number }>(
      sql`select id from security_sensitive_data_log where resource = 'auth/group' and data_field = 'rules' order by id desc limit 1`,
    );
    expect(lines).toHaveLength(1);
    await gainsNothing(() =>
      writer.post('/admin/security.sensitiveDataLog/rollback', { ids: lines.map(({ id }) => id) }),
    );
  });
});

describe('administrators and jobs', () => {
  test('receive no right that the giver may not give: not directly, by a job, by its groups, one by one or in a batch', async () => {
    const job = await app.db.row<{ id: number }>(sql`insert into auth_job (code, name, group_arr)
      values ('greater', '大岗', array[${idOf('greater')}::bigint]) returning id`);
    const id = idOf('accomplice');
    const given = [
      { group_arr: [idOf('greater')] },
      { group_arr: [idOf('supers')] },
      { job_arr: [job?.id] },
      { area_code: '530000' },
    ];
    for (const more of given) {
      await gainsNothing(() => writer.post('/admin/auth.admin/edit', { id, ...more }));
      const body = {
        username: 'made_up',
        nickname: 'x',
        password: testPassword,
        group_arr: [idOf('below')],
        status: '1',
      };
      await gainsNothing(() => writer.post('/admin/auth.admin/add', { ...body, ...more }));
      const before = await held();
      await writer.post('/admin/auth.admin/batch', { operation: 'edit', rows: [{ id, version: 1 }], values: more });
      expect(await held()).toEqual(before);
    }
    await gainsNothing(() => writer.post('/admin/auth.admin/edit', { id: idOf('writer'), job_arr: [job?.id] }));
    await gainsNothing(() => writer.post('/admin/auth.admin/edit', { id: idOf('writer'), area_code: '530000' }));
    const groups = { code: 'y', name: 'y', group_arr: [idOf('greater')], status: '1' };
    await gainsNothing(() => writer.post('/admin/auth.job/add', groups));
    // a deleted job is restored with its groups, and cannot be given by somebody who may not give these groups
    await chief.del('/admin/auth.job/del', { ids: [job?.id ?? 0] });
    await writer.post('/admin/security.dataRecycleLog/restore', { ids: [await copyOf('auth/job', job?.id ?? 0)] });
    await gainsNothing(() => writer.post('/admin/auth.admin/edit', { id, job_arr: [job?.id] }));
  });

  test('do not get back withdrawn groups or areas by a rollback', async () => {
    await watch('auth/admin', ['group_arr', 'area_code', 'email']);
    const id = idOf('accomplice');
    for (const change of [
      { group_arr: [idOf('greater')], area_code: '530000' },
      { group_arr: [idOf('below')], area_code: '530100' },
    ])
      expect((await chief.post('/admin/auth.admin/edit', { id, ...change })).code).toBe(1);
    const lines = await app.db.rows<{ id: number; data_field: string }>(
      sql`select id, data_field from security_sensitive_data_log where resource = 'auth/admin' and row_id = ${id} order by id desc limit 2`,
    );
    expect(lines.map((one) => one.data_field).sort()).toEqual(['area_code', 'group_arr']);
    for (const one of lines)
      await gainsNothing(() => writer.post('/admin/security.sensitiveDataLog/rollback', { ids: [one.id] }));
  });

  test('gain nothing by menu rules, and a rule cannot be turned into another one', async () => {
    const [rule, menu] = [await ruleOf('auth/admin/index'), await ruleOf('auth/admin')];
    await gainsNothing(() => writer.post('/admin/auth.menu/edit', { id: rule, name: 'travel/itinerary/index2' }));
    const leads = { menu_type: 'iframe', url: 'https://evil.example/login' };
    await gainsNothing(() => writer.post('/admin/auth.menu/edit', { id: menu, ...leads }));
    const entry = { type: 'menu', title: '登录', name: 'auth/again', path: 'again', ...leads };
    const before = await held();
    expect((await writer.post('/admin/auth.menu/add', entry)).code).toBe(0);
    // a new rule is in no group: whoever adds one does not hold it
    const added = await writer.post<{ id: number }>('/admin/auth.menu/add', {
      type: 'button',
      title: 'x',
      name: 'Travel/Itinerary/INDEX',
      pid: rule,
    });
    if (added.code === 1)
      await gainsNothing(() => writer.post('/admin/auth.group/edit', { id: idOf('below'), rules: [added.data.id] }));
    expect((await held()).length).toBe(before.length);
    expect((await writer.get('/admin/travel.itinerary/index')).code).toBe(401);
  });
});

describe('settings, messages and platforms', () => {
  const setting = async (name: string) =>
    (await app.db.row<{ id: number; value: string | null }>(
      sql`select id, value from system_setting where name = ${name}`,
    )) ?? { id: 0, value: null };

  test('guarded settings are written, restored or rolled back only by those who may, and never without a proof of identity', async () => {
    const name = 'auth/oidc.name';
    const save = (client: Client, value: string) =>
      client.post<{ reason: string }>('/admin/system.setting/save', {
        section: 'auth/oidc',
        values: { name: value },
        versions: {},
      });
    expect((await save(chief, '单点登录')).code).toBe(1);
    const { id, value } = await setting(name);
    const row = { id, value: '"evil"', label: 'x', name: 'site.name' };
    for (const client of [writer, chief]) {
      expect((await client.post('/admin/system.setting/edit', row)).code).not.toBe(1);
      expect((await client.del('/admin/system.setting/del', { ids: [id] })).code).not.toBe(1);
      const many = { operation: 'edit', rows: [{ id, version: 1 }], values: { label: 'x' } };
      await client.post('/admin/system.setting/batch', many);
    }
    const entry = await app.db.row<{ id: number }>(
      sql`select id from history where resource = 'system/setting' and row_id = ${id} order by id desc limit 1`,
    );
    const rule = { name: '设置', controller: 'system/setting', status: '1', columns: ['system/setting.value'] };
    const watching = await chief.post('/admin/security.sensitiveData/add', rule);
    expect(watching.code, 'what was set is not among what is rolled back').not.toBe(1);
    await app.db.query('update session set confirmtime = null');
    for (const client of [writer, chief]) {
      expect((await save(client, 'evil')).code).toBe(0);
      expect((await client.post('/admin/system.setting/undo', { history_id: entry?.id })).code).not.toBe(1);
    }
    expect((await save(chief, 'evil')).data.reason).toBe('confirm_first');
    expect(await setting(name)).toEqual({ id, value });
    expect((await chief.post('/admin/index/confirm', { password: testPassword })).code).toBe(1);
  });

  test('texts of codes and alerts cannot be changed, and no address can be put into a message', async () => {
    const templates = await app.db.rows<{ id: number; code: string; content: string }>(
      'select id, code, content from message_template order by id',
    );
    const edit = (client: Client, code: string, more: string) => {
      const one = templates.find((each) => each.code === code);
      return client.post('/admin/message.template/edit', { id: one?.id, content: `${one?.content}${more}` });
    };
    const usual = 'enterprise_suspended';
    expect((await edit(writer, 'account_changed', '请回复密码')).msg).toContain('只有超级管理员');
    for (const { code } of app.engine.messages.templates.filter(({ urgency }) => urgency === 'code'))
      expect([code, (await edit(writer, code, '请把验证码发给我')).code]).toEqual([code, 0]);
    for (const address of ['http://evil.example', '请打开evil.example', 'WWW.EVIL', 'evil-site.top/x'])
      expect([address, (await edit(writer, usual, address)).code]).toEqual([address, 0]);
    expect((await edit(writer, usual, '{code}')).code, 'a code is in no other message').toBe(0);
    expect((await edit(writer, usual, '谢谢。')).code).toBe(1);
    expect((await edit(chief, 'account_changed', '谢谢。')).code).toBe(1);
  });

  test('the tickets of a platform cannot be redirected without its secret', async () => {
    const added = await chief.post<{ id: number }>('/admin/rental.provider/add', {
      name: '平台',
      base_url: 'https://car.example.com/hire',
      ticket_secret: 'a'.repeat(40),
      status: 'enabled',
    });
    expect(added.code, added.msg).toBe(1);
    const edit = (values: object) =>
      writer.post<{ errors?: object }>('/admin/rental.provider/edit', { id: added.data.id, ...values });
    for (const values of [{ base_url: 'https://evil.example' }, { origin: 'https://evil.example' }])
      expect((await edit(values)).data.errors).toHaveProperty('ticket_secret');
    expect((await edit({ base_url: 'https://car.example.com/other' })).code).toBe(1);
    expect((await edit({ base_url: 'https://new.example', origin: '', ticket_secret: 'b'.repeat(40) })).code).toBe(1);
  });
});

test('an officer cannot take over the account of a member whose enterprises are all elsewhere', async () => {
  const member = async (username: string) => (await app.member(username)).id;
  const [theirs, ours, free] = [await member('m_theirs'), await member('m_ours'), await member('m_free')];
  const place = async (user: number, area: string, n: number) => {
    const firm = await app.db.row<{
      id: number;
    }>(sql`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile,
        contact_name, contact_mobile, area_code, address, status) values (${`企业${n}`}, ${`91530102MA6R00000${n}`}, 'agency', '甲',
        '13800000001', '乙', '13800000002', ${area}, '路', 'active') returning id`);
    await app.db.query(
      sql`insert into enterprise_person (enterprise_id, user_id, name, role, status) values (${firm?.id ?? 0}, ${user}, '人', 'owner', 'active')`,
    );
  };
  await place(theirs, '530302', 2);
  await place(ours, '530102', 3);
  await app.db.query(
    sql`update auth_group set rules = rules || ${await ruleOf('user/user/resetFactor')}::bigint where id = ${idOf('writers')}`,
  );
  const change = (id: number, values: object) => writer.post('/admin/user.user/edit', { id, ...values });
  for (const values of [
    { password: 'Quite-Another-2026' },
    { mobile: '13900000009' },
    { email: 'x@example.cn' },
    { status: 'disable' },
  ])
    expect((await change(theirs, values)).msg).toContain('均不在您的辖区');
  expect((await writer.del('/admin/user.user/del', { ids: [theirs] })).code).toBe(0);
  expect((await writer.post('/admin/user.user/resetFactor', { id: theirs, reason: '手机丢失，已当面核实' })).code).toBe(
    0,
  );
  expect((await change(theirs, { nickname: '改名' })).code).toBe(1);
  for (const id of [ours, free]) expect((await change(id, { password: 'Quite-Another-2026' })).code).toBe(1);
  // nor change a balance there, or close the member centre by another group
  const closed = await app.db.row<{ id: number }>(
    sql`insert into user_group (name, rules, status) values ('停用', '{}', '0') returning id`,
  );
  expect((await change(theirs, { group_id: closed?.id })).msg).toContain('均不在您的辖区');
  const group = await app.db.row<{ id: number }>(sql`select group_id as id from member where id = ${theirs}`);
  expect((await writer.post('/admin/user.group/edit', { id: group?.id, status: '0' })).msg).toContain('不在您辖区');
  expect((await writer.post('/admin/user.group/edit', { id: closed?.id, name: '停用二' })).code).toBe(1);
  const page = {
    type: 'menu',
    title: '登录',
    name: 'again',
    path: 'again',
    menu_type: 'link',
    status: '1',
    extend: 'none',
  };
  for (const url of ['https://evil.example/login', '/'])
    expect((await writer.post('/admin/user.rule/add', { ...page, url })).msg, 'every member is led there').toContain(
      '各地会员',
    );
  const balances = () => app.db.row(sql`select money, score, group_id from member where id = ${theirs}`);
  const before = await balances();
  const logs = { moneyLog: { money: '5.00' }, scoreLog: { score: 5 } };
  for (const [log, by] of Object.entries(logs)) {
    const add = (client: Client, id: number) =>
      client.post(`/admin/user.${log}/add`, { user_id: id, memo: '更正', ...by });
    expect((await add(writer, theirs)).data).toMatchObject({ errors: { user_id: [expect.stringContaining('辖区')] } });
    expect((await writer.get(`/admin/user.${log}/add`, { userId: theirs })).msg).toContain('辖区');
    for (const id of [ours, free]) expect((await add(writer, id)).code).toBe(1);
    expect(await balances()).toEqual(before);
  }
  expect((await chief.post('/admin/user.moneyLog/add', { user_id: theirs, memo: '更正', money: '5.00' })).code).toBe(1);
  expect((await chief.post('/admin/user.user/edit', { id: theirs, password: 'Quite-Another-2026' })).code).toBe(1);
});
