import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, type TestApp, testPassword } from '../support/test-engine.ts';
import { type BuildAdminClient, openBuildAdminClient } from './client.ts';
import { flag, int, moment, shape, times, word } from './row-shapes.ts';
import { callsOf, walkPage } from './stock-page.ts';

/** All calls of a BuildAdmin client for the stock pages of 数据安全 (wire contract §2.7). */
let app: TestApp;
let client: BuildAdminClient;
beforeAll(async () => {
  app = await startApp();
  client = openBuildAdminClient(app);
  await client.signIn('admin');
  await client.boot();
});
afterAll(() => app.close());

const rule = {
  id: int,
  name: word,
  controller: word,
  controller_as: word,
  data_table: word,
  primary_key: z.literal('id'),
  status: flag,
  ...times,
};
const offer = async (controller: string) => {
  const { tables, controllers } = await client.get<Record<string, Record<string, string>>>(`/admin/${controller}/add`);
  expect(tables?.auth_department).toMatch(/^auth_department - /);
  return Object.keys(controllers ?? {}).filter((name) => /^(auth\/(department|group)|user\/(group|rule))$/.test(name));
};

test('rules of recycling', async () => {
  const free = (await offer('security.dataRecycle')).filter((name) => name !== 'auth/group');
  await walkPage(client, {
    controller: 'security.dataRecycle',
    row: shape(rule),
    search: { id: 'number', name: 'word', controller: 'word', createtime: 'moment' },
    sorts: ['id', 'createtime'],
    form: {
      add: (n) => ({
        name: `回收${n}`,
        controller: free[n],
        data_table: 'auth_department',
        primary_key: 'id',
        status: '1',
      }),
      word: (n) => `回收${n}`,
      row: shape(rule),
      change: { name: '另一规则' },
    },
    cell: ['status', '0', '1'],
    del: true,
  });
});

test('rules of sensitive data', async () => {
  const free = (await offer('security.sensitiveData')).filter((name) => name !== 'auth/group');
  await walkPage(client, {
    controller: 'security.sensitiveData',
    row: shape({ ...rule, data_fields: z.array(word) }),
    search: { id: 'number', name: 'word' },
    sorts: ['id'],
    form: {
      add: (n) => ({
        name: `敏感${n}`,
        controller: free[n],
        data_table: 'auth_department',
        primary_key: 'id',
        status: '1',
        data_fields: ['status'],
        fields: [{ name: 'status', value: '状态' }],
      }),
      word: (n) => `敏感${n}`,
      row: shape({ ...rule, data_fields: z.record(z.string(), z.string()) }),
      change: { name: '另一规则' },
    },
    cell: ['status', '0', '1'],
    del: true,
  });
});

test('the fields of a rule are changed in its form', async () => {
  const page = { controller: 'security.sensitiveData' };
  const calls = callsOf(client, page);
  const controller = (await offer(page.controller)).find((name) => name === 'auth/department');
  const one = { name: '部门字段', controller, data_table: 'auth_department', primary_key: 'id', status: '1' };
  const fieldsOf = async (id: number) => Object.keys((await calls.form(id)).data_fields as object);
  await calls.add({ ...one, data_fields: ['name', 'status'] });
  const [row] = await calls.all({ quick_search: one.name });
  const id = row?.id ?? 0;
  expect(await fieldsOf(id)).toEqual(['name', 'status']);
  // the form posts back everything it was given: the selection is in `fields`, and in `data_fields`
  const fields = [{ name: 'phone', value: '电话' }];
  await calls.save({ ...(await calls.form(id)), data_fields: ['name'], fields });
  expect(await fieldsOf(id)).toEqual(['phone']);
  await calls.save({ ...(await calls.form(id)), data_fields: ['name'] });
  expect(await fieldsOf(id)).toEqual(['name']);
  await calls.save(await calls.form(id));
  expect(await fieldsOf(id)).toEqual(['name']);
  expect((await calls.all({ quick_search: one.name }))[0]?.data_fields).toEqual([expect.any(String)]);
  await calls.del(id);
});

test('a rule has its own titles for its fields', async () => {
  const page = { controller: 'security.sensitiveData' };
  const calls = callsOf(client, page);
  const named = {
    name: '部门标题',
    controller: 'auth/department',
    data_table: 'auth_department',
    primary_key: 'id',
  };
  const fields = [
    { name: 'name', value: '科室全称' },
    { name: 'status', value: '' },
  ];
  await calls.add({ ...named, status: '1', data_fields: [], fields });
  const listed = async () => (await calls.all({ quick_search: named.name }))[0];
  const id = (await listed())?.id ?? 0;
  const map = async () => (await calls.form(id)).data_fields;
  expect((await listed())?.data_fields).toEqual(['科室全称', '状态']);
  expect(await map()).toEqual({ name: '科室全称', status: '状态' });
  // posted back as it was given, switched in the list, and with fewer columns
  await calls.save(await calls.form(id));
  await calls.save({ id, status: '0' });
  await calls.save({ id, status: '1' });
  expect(await map()).toEqual({ name: '科室全称', status: '状态' });
  await calls.save({
    ...(await calls.form(id)),
    fields: [...fields.slice(0, 1), { name: 'phone', value: '值班电话' }],
  });
  expect(await map()).toEqual({ name: '科室全称', phone: '值班电话' });

  const { data } = await client.post('/admin/auth.department/add', {
    name: '标题科',
    kind: 'section',
    status: '1',
    area_code: '530000',
  });
  const department = (data as { id: number }).id;
  await client.post('/admin/auth.department/edit', { id: department, name: '标题处' });
  const [line] = await callsOf(client, { controller: 'security.sensitiveDataLog' }).all();
  expect(line).toMatchObject({ data_field: 'name', data_comment: '科室全称', after: '标题处' });

  await calls.save({ ...(await calls.form(id)), data_fields: ['phone'] });
  expect(await map(), 'a title stays with its column').toEqual({ phone: '值班电话' });
  const long = [{ name: 'phone', value: '长'.repeat(51) }];
  await expect(calls.save({ ...(await calls.form(id)), fields: long })).rejects.toThrow('标题最多 50 个字符');
  await calls.del(id);
  await client.del('/admin/auth.department/del', { ids: [department] });
  await client.del('/admin/security.sensitiveDataLog/del', { ids: [line?.id] });
});

const admin = shape({ id: int, username: word, nickname: word });
const line = {
  id: int,
  admin_id: int,
  data_table: word,
  primary_key: word,
  ip: word,
  useragent: word,
  createtime: moment,
};

test('recycled rows', async () => {
  for (const n of [1, 2]) {
    const { data } = await client.post('/admin/user.group/add', { name: `回收组${n}`, rules: ['*'], status: '1' });
    await client.del('/admin/user.group/del', { ids: [(data as { id: number }).id] });
  }
  const page = { controller: 'security.dataRecycleLog' };
  await walkPage(client, {
    ...page,
    row: shape({
      ...line,
      recycle_id: int,
      data: word,
      is_restore: int,
      recycle: shape({ id: int, name: word }),
      admin,
    }),
    search: { id: 'number', 'admin.nickname': 'word', createtime: 'moment' },
    sorts: ['id', 'createtime'],
  });
  const [first, second] = await callsOf(client, page).all();
  const { row } = await client.get<{ row: { data: { name: string } } }>('/admin/security.dataRecycleLog/info', {
    id: first?.id,
  });
  expect(row.data.name).toBe('回收组2');
  expect(client.shows('security/dataRecycleLog', 'restore')).toBe(true);
  expect((await client.post('/admin/security.dataRecycleLog/restore', { ids: [first?.id, second?.id] })).msg).toBe('');
  await expect(client.post('/admin/security.dataRecycleLog/restore', { ids: [first?.id] })).rejects.toThrow(
    '没有记录被还原',
  );
  const left = (await callsOf(client, page).all()).map(({ id }) => id);
  expect([left.includes(first?.id ?? 0), left.includes(second?.id ?? 0)], 'what was put back leaves the list').toEqual([
    false,
    false,
  ]);
  const put = await callsOf(client, page).all({ search: [{ field: 'is_restore', operator: '=', val: '1' }] });
  expect(put.map(({ id }) => id)).toEqual(expect.arrayContaining([first?.id, second?.id]));
  expect((await callsOf(client, page).del(Number(first?.id))).msg).toMatch(/删除/);
});

test('changes of sensitive data', async () => {
  const user = { group_id: 1, username: 'sensitive', nickname: '敏感', password: testPassword, status: 'enable' };
  const { data } = await client.post('/admin/user.user/add', user);
  const { id } = data as { id: number };
  for (const mobile of ['13500000001', '13500000002']) await client.post('/admin/user.user/edit', { id, mobile });
  const page = { controller: 'security.sensitiveDataLog' };
  await walkPage(client, {
    ...page,
    row: shape({
      ...line,
      sensitive_id: int,
      data_field: word,
      data_comment: word,
      id_value: z.string().startsWith('id='),
      before: word,
      after: word,
      is_rollback: int,
      sensitive: shape({ id: int, name: word }),
      admin,
    }),
    search: { id: 'number', 'sensitive.name': 'word', data_field: 'word', createtime: 'moment' },
    sorts: ['id', 'createtime'],
  });
  const [last] = await callsOf(client, page).all();
  const { row } = await client.get<{ row: object }>('/admin/security.sensitiveDataLog/info', { id: last?.id });
  expect(row).toMatchObject({ id_value: String(id), before: '135****0001', after: '135****0002' });
  expect((await client.post('/admin/security.sensitiveDataLog/rollback', { ids: [last?.id] })).msg).toBe('');
  await expect(client.post('/admin/security.sensitiveDataLog/rollback', { ids: [last?.id] })).rejects.toThrow(
    '没有记录被回滚',
  );
  expect((await callsOf(client, page).all()).map(({ id: line }) => line)).not.toContain(last?.id);
});
