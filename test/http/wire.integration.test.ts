import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { addEnterprise, enterpriseForm, move, uploadMaterials } from '#modules/enterprise/test/form.ts';
import type { Caller } from '#server/caller.ts';

import { sql } from '#server/db/sql.ts';
import { movedRowSchema } from '#server/open-api/json-schema-of-row.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

let app: TestApp;
let chief: Caller;
let county: Client;
let city: Client;
beforeAll(async () => {
  app = await startApp({ max: 16 });
  await uploadMaterials(app.engine);
  chief = await app.officer('admin');
  [county, city] = [await app.client({ officer: 'county1' }), await app.client({ officer: 'city' })];
});
afterAll(() => app.close());

const at = (action: string) => `/admin/enterprise.enterprise/${action}`;
const submitted = async () => {
  const id = await addEnterprise(app.engine, chief);
  await move(app.engine, chief, id, 'submit');
  return id;
};
const statusOf = async (id: number) =>
  (await app.db.row<{ status: string }>(sql`select status from enterprise where id = ${id}`))?.status;
const versionOf = async (id: number) =>
  (await app.db.row<{ version: number }>(sql`select version from enterprise where id = ${id}`))?.version ?? 0;
const logs = (action: string) =>
  app.db.rows<{ username: string; title: string; url: string; data: string }>(
    sql`select username, title, url, data from auth_admin_log where url = ${at(action)} order by id`,
  );

describe('a move over the wire', () => {
  test('returns the row as it is now, the possible next moves, and the undo', async () => {
    const id = await submitted();
    const answer = await county.post<{ row: Record<string, unknown>; undo: { history_id: number; until: number } }>(
      at('accept'),
      { id, version: await versionOf(id) },
    );
    expect([answer.code, answer.msg]).toEqual([1, '操作成功']);
    expect(answer.data.row).toMatchObject({ id, status: 'first_review', _moves: ['firstPass', 'return', 'reject'] });
    const read = (await county.get<{ row: Record<string, unknown> }>(at('edit'), { id })).data.row;
    expect(read).toHaveProperty('area');
    expect(answer.data.row, 'names of other rows are not part of it').not.toHaveProperty('area');
    for (const [name, value] of Object.entries(answer.data.row))
      expect([name, value], 'as a reading shows it').toEqual([name, read[name]]);
    const described = movedRowSchema(enterprise, 'zh-cn') as { required: string[]; properties: object };
    expect(Object.keys(described.properties)).toEqual(expect.arrayContaining(Object.keys(answer.data.row)));
    expect(Object.keys(answer.data.row)).toEqual(expect.arrayContaining(described.required));
    expect(answer.data.undo.until - Date.now() / 1000).toBeGreaterThan(25);
    const undone = await county.post(at('undo'), { history_id: answer.data.undo.history_id });
    expect([undone.code, undone.data]).toEqual([1, { id }]);
    expect(await statusOf(id)).toBe('submitted');
    expect((await logs('accept')).at(-1)).toMatchObject({ username: 'county1', title: '企业-受理' });
  });

  test('is a POST of its own: edit never writes the state', async () => {
    const id = await submitted();
    expect((await county.get(at('accept'), { id })).code).toBe(0);
    await county.post(at('edit'), { id, status: 'active', short_name: 'x' });
    expect(await statusOf(id)).toBe('submitted');
    const draft = await addEnterprise(app.engine, chief);
    expect(
      (
        await county.post(at('edit'), {
          id: draft,
          status: 'active',
          due_at: 1,
          approval: {},
          pending: [],
          sup_code: 'x',
        })
      ).code,
    ).toBe(1);
    expect(
      await app.db.row(sql`select status, due_at, approval, pending, sup_code from enterprise where id = ${draft}`),
    ).toEqual({ status: 'draft', due_at: null, approval: null, pending: null, sup_code: null });
  });

  test('that lost a race says in which state the row is and what is allowed there, in both languages', async () => {
    const id = await submitted();
    await city.post(at('return'), { id, cause: 'unclear', reason: '照片看不清楚' });
    const late = await county.post(at('accept'), { id });
    expect([late.code, late.msg]).toEqual([0, '当前状态（已退回）不允许该操作，可执行：提交审核']);
    expect(late.data).toEqual({ reason: 'bad_transition', from: 'returned', allowed: ['submit'] });
    const english = await app.client({ token: county.token, area: 'admin' }, 'en');
    expect((await english.post(at('accept'), { id })).msg).toBe(
      'Not allowed in the current status (Returned). Allowed: Submit',
    );
  });

  test('with an outdated version returns the row', async () => {
    const id = await submitted();
    const answer = await county.post(at('accept'), { id, version: 1 });
    expect(answer.data).toMatchObject({ reason: 'stale_version', row: { id, status: 'submitted', version: 2 } });
    expect(await statusOf(id)).toBe('submitted');
  });
});

describe('a batch of moves', () => {
  test('moves row by row; the answer says which were moved and why others were not', async () => {
    const [one, two, elsewhere, stale] = [
      await submitted(),
      await submitted(),
      await addEnterprise(app.engine, chief, { area_code: '532901' }),
      await submitted(),
    ];
    await city.post(at('return'), { id: two, cause: 'unclear', reason: '照片看不清楚' });
    const answer = await county.post(at('accept'), {
      ids: [[one, await versionOf(one)], [two, await versionOf(two)], elsewhere, [stale, 99], 99_999_999],
    });
    expect(answer.code).toBe(1);
    expect(answer.data).toEqual({
      done: [one],
      refused: [
        { id: two, msg: expect.stringContaining('已退回'), reason: 'bad_transition' },
        { id: elsewhere, msg: '记录不存在', reason: 'not_found' },
        { id: stale, msg: '数据已被他人修改，请刷新', reason: 'stale_version' },
        { id: 99_999_999, msg: '记录不存在', reason: 'not_found' },
      ],
    });
  });

  test('is only for moves that allow it, and for a limited number of rows', async () => {
    const id = await submitted();
    expect((await county.post(at('reject'), { ids: [id], reason: '不符合条件' })).code).toBe(0);
    expect((await county.post(at('accept'), { ids: [] })).code).toBe(0);
    expect((await county.post(at('accept'), { ids: Array.from({ length: 501 }, (_, n) => n + 1) })).code).toBe(0);
    for (const ids of [['x'], [[]], [null], [{}]]) expect((await county.post(at('accept'), { ids })).code).toBe(0);
    expect(await statusOf(id)).toBe('submitted');
  });
});

describe('the operation log', () => {
  test('contains every write of the back office once, with the officer and the values', async () => {
    const before = (await logs('add')).length;
    const added = await county.post<{ id: number }>(at('add'), enterpriseForm());
    await county.post(at('add'), enterpriseForm({ name: '' }));
    const after = await logs('add');
    expect(after).toHaveLength(before + 1);
    expect(after.at(-1)).toMatchObject({ username: 'county1', title: '企业-添加' });
    expect(after.at(-1)?.data).not.toContain('13800000001');
    await county.del(at('del'), { ids: [added.data.id] });
    expect((await logs('del')).at(-1)).toMatchObject({ title: '企业-删除' });
  });

  test('contains reveals of personal data and exports', async () => {
    const id = await addEnterprise(app.engine, chief);
    await county.post(at('reveal'), { id, fields: ['legal_mobile'], reason: '电话核实' });
    expect((await logs('reveal')).at(-1)).toMatchObject({ username: 'county1', title: '企业-查看敏感信息' });
    await county.get(at('export'), { export: 'csv', format: 'csv', quick_search: '饭店' });
    expect((await logs('export')).at(-1)).toMatchObject({ username: 'county1', title: '企业-导出' });
  });

  test('contains search words, without the personal data in them', async () => {
    const search = [
      { field: 'legal_mobile', operator: '=', val: '13800000001' },
      { field: 'name', operator: 'LIKE', val: '饭店' },
    ];
    for (const path of [
      () => county.get(at('export'), { export: 'csv', format: 'csv', search }),
      () => county.post(at('export'), { export: 'csv', format: 'csv', search }),
    ]) {
      await path();
      const last = (await logs('export')).at(-1);
      expect(last?.data).toContain('饭店');
      expect(last?.data).not.toContain('13800000001');
    }
  });

  test('shows officers their own lines, super administrators all of them', async () => {
    const own = await county.get<{ list: { username: string }[] }>('/admin/auth.adminLog/index', { limit: 200 });
    if (own.code === 1) expect(new Set(own.data.list.map((one) => one.username))).toEqual(new Set(['county1']));
    const mine = await city.get<{ list: { username: string }[] }>('/admin/auth.adminLog/index', { limit: 200 });
    expect([mine.code, [...new Set(mine.data.list.map((one) => one.username))]]).toEqual([1, ['city']]);
    const all = await (await app.client({ officer: 'admin' })).get<{ list: { username: string }[] }>(
      '/admin/auth.adminLog/index',
      { limit: 200 },
    );
    expect(new Set(all.data.list.map((one) => one.username)).size).toBeGreaterThan(1);
  });
});

describe('the undo of a deletion', () => {
  test('is offered in the answer, and restores all rows or none', async () => {
    const ids = [await addEnterprise(app.engine, chief), await addEnterprise(app.engine, chief)];
    const answer = await county.del<{ undo: number[] }>(at('del'), { ids });
    expect(answer.data.undo).toHaveLength(2);
    expect((await county.post(at('restore'), { ids: [...answer.data.undo, 99_999_999] })).code).toBe(0);
    expect(await statusOf(ids[0] as number)).toBeUndefined();
    expect((await county.post(at('restore'), { ids: answer.data.undo })).data).toEqual({ restored: 2 });
    expect(await Promise.all(ids.map(statusOf))).toEqual(['draft', 'draft']);
  });
});

describe('operations', () => {
  test('health, readiness and metrics answer without an envelope', async () => {
    const nobody = await app.client('nobody');
    expect([(await nobody.get('/health')).status, (await nobody.get('/health')).text]).toEqual([
      200,
      '{"status":"ok"}',
    ]);
    expect((await nobody.get('/ready')).text).toBe('{"status":"ready"}');
    const metrics = await nobody.get('/metrics');
    expect(metrics.headers['content-type']).toMatch(/^text\/plain/);
    expect(metrics.text).toMatch(/http_request_duration_seconds_count/);
  });

  test('every answer has a request id and the security headers', async () => {
    for (const address of ['/health', '/admin/session/index', '/nowhere', '/admin/enterprise.enterprise/nowhere']) {
      const { headers } = await county.get(address);
      expect(headers['x-request-id'], address).toMatch(/^[0-9a-f-]{36}$/);
      expect(String(headers['content-security-policy'])).toContain("script-src 'self'");
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'same-origin',
      });
    }
  });

  test('unknown URLs are answered outside the envelope, after the authentication', async () => {
    const nobody = await app.client('nobody', 'en');
    expect([
      (await nobody.get('/admin/nothing/index')).status,
      (await nobody.get('/admin/nothing/index')).text,
    ]).toEqual([404, '{"code":404,"message":"Error requesting address"}']);
    expect((await nobody.get(at('nothing'))).code, 'a known controller asks first').toBe(302);
    expect((await county.get(at('nothing'))).status).toBe(404);
  });

  test('an internal error is answered with its id only', async () => {
    const broken = await startApp();
    const client = await broken.client({ officer: 'admin' });
    await broken.db.query('alter table enterprise rename column short_name to other_name');
    const answer = await client.get<{ request_id: string }>('/admin/enterprise.enterprise/index');
    expect([answer.status, answer.code]).toEqual([500, 0]);
    expect(answer.text).not.toMatch(/short_name|select|column/);
    expect(answer.msg).toContain(String(answer.headers['x-request-id']));
    await broken.close();
  });
});
