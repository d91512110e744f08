import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

const addGroup = async (name: string, pid = 0) =>
  (await chief.post<{ id: number }>('/admin/auth.group/add', { name, pid, rules: [await anyRule()], status: '1' })).data
    .id;
const anyRule = async () =>
  (await app.db.row<{ id: number }>(`select id from auth_menu where name = 'enterprise/staff/index'`))?.id;

describe('a list of references', () => {
  test('names nothing that is not there, and what it names stays: both at once', async () => {
    for (let round = 0; round < 6; round++) {
      const id = await addGroup(`并发组${round}`);
      const account = {
        username: `listed${round}`,
        nickname: '甲',
        password: 'Listed-2026',
        group_arr: [id],
        area_code: '530100',
      };
      const [added, gone] = await Promise.all([
        chief.post('/admin/auth.admin/add', account),
        chief.post<{ by?: string }>('/admin/auth.group/del', { ids: [id] }),
      ]);
      expect([added.status, gone.status]).toEqual([200, 200]);
      expect([added.code, gone.code].toSorted(), `${added.msg} ${gone.msg}`).toEqual([0, 1]);
    }
    expect(
      await app.db.row(
        'select 1 from auth_admin a, unnest(a.group_arr) k where not exists (select from auth_group g where g.id = k)',
      ),
    ).toBeUndefined();
  });

  test('holds also where nobody asks first: imports, restoring, SQL', async () => {
    await expect(
      app.db.query(`update auth_admin set group_arr = '{999999}' where username = 'county1'`),
    ).rejects.toMatchObject({ code: '23503' });
    const add = (...lists: string[]) =>
      app.db.query(sql`insert into auth_admin (username, nickname, password, group_arr, area_code)
        select 'many' || n, '乙', '', list::bigint[], '530100' from unnest(${lists}::text[]) with ordinality as l (list, n)`);
    const group = await addGroup('多人组');
    await expect(add('{}', `{${group}}`, `{${group},999999}`)).rejects.toMatchObject({
      code: '23503',
      constraint: 'auth_admin_group_arr_fkey',
    });
    await add('{}', `{${group}}`, `{${group},${group}}`);
    const rule = await anyRule();
    const refused = await chief.post<{ by?: string }>('/admin/auth.menu/del', { ids: [rule] });
    expect([refused.code, refused.msg, refused.data]).toEqual([
      0,
      '该记录仍被“管理组”引用，不能删除',
      // a list one cannot be filtered by is not asked for its rows
      { reason: 'referenced', by: 'auth/group', uses: [] },
    ]);
  });
});

describe('a tree', () => {
  test('never turns into a circle, however many move at once', async () => {
    for (let round = 0; round < 6; round++) {
      const ids = await Promise.all([addGroup(`甲${round}`), addGroup(`乙${round}`), addGroup(`丙${round}`)]);
      const [a, b, c] = ids as [number, number, number];
      const moves = await Promise.all([
        chief.post<{ errors?: unknown }>('/admin/auth.group/edit', { id: a, pid: b }),
        chief.post<{ errors?: unknown }>('/admin/auth.group/edit', { id: b, pid: c }),
        chief.post<{ errors?: unknown }>('/admin/auth.group/edit', { id: c, pid: a }),
      ]);
      expect(moves.map((one) => one.code).toSorted()).toEqual([0, 1, 1]);
      expect(moves.find((one) => one.code === 0)?.data).toMatchObject({
        errors: { pid: ['上级不能是自己或自己的下级'] },
      });
    }
    const circle = await app.db.row(sql`with recursive up as (select id, pid, 1 as depth from auth_group
      union all select up.id, g.pid, depth + 1 from up join auth_group g on g.id = up.pid where depth < 50) select 1 from up where id = pid`);
    expect(circle).toBeUndefined();
  });
});
