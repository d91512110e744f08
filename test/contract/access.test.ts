import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { placeFieldOf } from '#kernel/field/field.ts';
import { fieldsToGroupListBy } from '#kernel/list/list-grouping-fields-and-group-sums.ts';
import { fieldWithOwningMember } from '#kernel/resource/all-columns-of-resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { controllerNameOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { sql } from '#server/db/sql.ts';
import type { Client, WireAnswer } from '../support/test-engine.ts';
import { exportedRows } from './exported-csv.ts';
import { createFixture, type Fixture } from './fixture.ts';
import { testedResources, withNames } from './tested-resources.ts';

let world: Fixture;
beforeAll(async () => {
  world = await createFixture();
});
afterAll(() => world.close());

type Call = (client: Client, id: number) => Promise<WireAnswer>;

/** Every call of a resource that names a row, with the node it needs. */
function rowCalls(resource: AnyResource): Record<string, Call> {
  const at = (action: string) => `/admin/${controllerNameOf(resource)}/${action}`;
  const offered = standardActionsOf(resource);
  const masked = Object.keys(resource.fields).filter((name) => resource.fields[name]?.privacy === 'masked');
  return {
    edit: (client, id) => client.get(at('edit'), { id }),
    timeline: (client, id) => client.get(at('timeline'), { id }),
    ...(offered.includes('edit')
      ? { save: (client, id) => client.post(at('edit'), { id, [resource.title]: '改名' }) }
      : {}),
    ...(offered.includes('del') ? { del: (client, id) => client.del(at('del'), { ids: [id] }) } : {}),
    ...(offered.includes('sortable')
      ? { sortable: (client, id) => client.post(at('sortable'), { id, targetId: id }) }
      : {}),
    ...(offered.includes('reveal')
      ? { reveal: (client, id) => client.post(at('reveal'), { id, fields: masked, reason: '核对身份' }) }
      : {}),
    ...Object.fromEntries(
      Object.entries((resource.life as Lifecycle | undefined)?.moves ?? {})
        .filter(([, move]) => !move.by || move.by.includes('admin'))
        .map(([name]): [string, Call] => [name, (client, id) => client.post(at(name), { id })]),
    ),
  };
}

const otherCalls = (resource: AnyResource): Record<string, (client: Client) => Promise<WireAnswer>> => {
  const at = (action: string) => `/admin/${controllerNameOf(resource)}/${action}`;
  const offered = standardActionsOf(resource);
  return {
    index: (client) => client.get(at('index')),
    ...(fieldsToGroupListBy(resource)[0]
      ? { groups: (client) => client.get(at('groups'), { group: fieldsToGroupListBy(resource)[0] }) }
      : {}),
    ...(placeFieldOf(resource) ? { points: (client) => client.get(at('points')) } : {}),
    ...(offered.includes('add') ? { add: (client) => client.post(at('add'), { [resource.title]: '新' }) } : {}),
    ...(offered.includes('export')
      ? { export: (client) => client.get(at('export'), { export: 'csv', format: 'csv' }) }
      : {}),
    ...(offered.includes('import')
      ? { import: (client) => client.post(at('import')), importTemplate: (client) => client.get(at('importTemplate')) }
      : {}),
    ...(offered.includes('del') ? { restore: (client) => client.post(at('restore'), { ids: [1] }) } : {}),
  };
};

/** Personal rows, which everybody has and nobody sees of somebody else. */
const isEverybodys = (resource: AnyResource) => resource.granted === false;
const isListedByAll = (resource: AnyResource) =>
  isEverybodys(resource) && standardActionsOf(resource).includes('index');

describe.each(withNames(testedResources))('%s', (_name, resource) => {
  const calls: Record<string, Call> = { ...rowCalls(resource), ...otherCalls(resource) };
  const own = () => world.subject(resource.name).own;

  test.each(Object.keys(calls))('%s is for those who are signed in', async (name) => {
    const call = calls[name] as Call;
    const nobody = await world.client('nobody');
    const answer = await call(nobody, own());
    expect(answer.text).toMatch(
      /^\{"code":302,"msg":"请先登录！","time":\d{10},"data":\{"routePath":"\/admin\/login"\}\}$/,
    );
    const english = await world.client('nobody', 'en');
    expect((await call(english, own())).msg).toBe('Please login first');
  });

  test.runIf(!isListedByAll(resource)).each(Object.keys(calls))('%s needs its own node', async (name) => {
    const answer = await (calls[name] as Call)(world.bare, own());
    expect([answer.status, answer.text.replace(/\d{10}/, '0')]).toEqual([
      200,
      '{"code":401,"msg":"没有权限操作！","time":0,"data":[]}',
    ]);
  });

  test('an expired token is answered with a code of its own, so that the client refreshes it', async () => {
    const { token } = await world.client({ officer: 'full' });
    const old = await world.client({ token, area: 'admin' });
    await world.db.query(
      sql`update token set expiretime = now() - interval '1 second' where session_id = (select max(id) from session)`,
    );
    const answer = await old.get<Record<string, unknown>>(`/admin/${controllerNameOf(resource)}/index`);
    expect(answer.text).toMatch(/^\{"code":409,"msg":"登录态过期，请重新登录！","data":\{/);
    expect(answer.text).not.toContain('"time"');
    expect(Object.keys(answer.data)).toEqual(['token', 'type', 'user_id', 'createtime', 'expiretime', 'expires_in']);
    expect(answer.data).toMatchObject({ type: 'admin', expires_in: 0 });
  });

  test('controllers and actions are found in any letter case', async () => {
    const name = controllerNameOf(resource);
    for (const written of [name.toUpperCase(), name.toLowerCase(), name.replace('.', '/').replace('/', '.')]) {
      expect((await world.chief.get(`/admin/${written}/INDEX`)).code).toBe(1);
    }
    for (const action of ['nothing', 'constructor', '__proto__', 'toString']) {
      const answer = await world.chief.get(`/admin/${name}/${action}`);
      expect([action, answer.status, answer.text]).toEqual([action, 404, '{"code":404,"message":"请求地址错误"}']);
    }
  });

  test('a call with the wrong method is malformed', async () => {
    for (const action of standardActionsOf(resource).filter((one) => ['sortable', 'reveal', 'import'].includes(one))) {
      expect((await world.chief.get(`/admin/${controllerNameOf(resource)}/${action}`)).code, action).toBe(0);
    }
    expect((await world.chief.post(`/admin/${controllerNameOf(resource)}/index`)).code).toBe(0);
  });

  test('invalid keys are malformed, keys without a row are not found', async () => {
    for (const [name, call] of Object.entries(rowCalls(resource))) {
      for (const id of ['abc', '0', '-1', '1.5', '1 or 1=1', '', '9'.repeat(40)] as unknown as number[]) {
        const answer = await call(world.chief, id);
        expect([name, id, answer.status, answer.code]).toEqual([name, id, 200, 0]);
      }
      const answer = await call(world.chief, 999_999_999);
      expect([name, answer.code, answer.msg]).toEqual([name, 0, '记录不存在']);
      expect(answer.data).toMatchObject({ reason: 'not_found' });
    }
  });

  test.runIf(resource.scope !== 'all')(
    'a row outside the reach of the officer does not exist for any call',
    async () => {
      const { foreign, own: mine } = world.subject(resource.name);
      const reader = isEverybodys(resource) ? world.chief : world.full;
      for (const [name, call] of Object.entries(rowCalls(resource))) {
        const answer = await call(reader, foreign as number);
        expect([name, answer.status, answer.code, answer.msg]).toEqual([name, 200, 0, '记录不存在']);
        expect(answer.data).toEqual({ reason: 'not_found' });
      }
      const address = `/admin/${controllerNameOf(resource)}`;
      const listed = await reader.get<{ list: { id: number }[] }>(`${address}/index`, { limit: 200 });
      const ids = listed.data.list.map((one) => one.id);
      expect([ids.includes(mine), ids.includes(foreign as number)]).toEqual([true, false]);
      const filtered = await reader.get<{ list: unknown[] }>(`${address}/index`, {
        search: [{ field: 'id', operator: '=', val: foreign }],
      });
      expect(filtered.data.list).toEqual([]);
      const chosen = await reader.get<{ list?: unknown[]; options?: unknown[] }>(`${address}/index`, {
        select: 'true',
        initKey: 'id',
        initValue: [foreign],
      });
      expect(chosen.data.options ?? chosen.data.list).toEqual([]);
      if (standardActionsOf(resource).includes('export')) {
        const only = (id: unknown) => ({ search: [{ field: 'id', operator: '=', val: id }] });
        expect(await exportedRows(world.full, resource, only(mine)), 'a heading and the row').toHaveLength(2);
        expect(await exportedRows(world.full, resource, only(foreign)), 'the heading').toHaveLength(1);
      }
      if (isEverybodys(resource)) return;
      const row = await world.chief.get(`${address}/edit`, { id: foreign });
      expect(row.code, 'and it is unchanged').toBe(1);
    },
  );

  test.runIf(resource.life)(
    'moves that are not possible name the state of the row and the possible moves',
    async () => {
      const life = resource.life as Lifecycle;
      const final = Object.entries(life.states).find(([, state]) => state.final)?.[0];
      if (!final) return;
      const { own: id } = world.subject(resource.name);
      const table = sql.id(tableOf(resource));
      await world.db.query(sql`update ${table} set status = ${final} where id = ${id}`);
      for (const [name, move] of Object.entries(life.moves)) {
        if (move.by && !move.by.includes('admin')) continue;
        const answer = await world.full.post(`/admin/${controllerNameOf(resource)}/${name}`, { id });
        expect([name, answer.code, answer.data]).toEqual([
          name,
          0,
          { reason: 'bad_transition', from: final, allowed: [] },
        ]);
        expect(answer.msg).toContain(life.states[final]?.['zh-cn']);
        expect((await world.fullEnglish.post(`/admin/${controllerNameOf(resource)}/${name}`, { id })).msg).toContain(
          life.states[final]?.en,
        );
      }
      await world.db.query(sql`update ${table} set status = ${life.initial} where id = ${id}`);
    },
  );

  test('members cannot use the back office, officers not the member centre', async () => {
    const asOfficer = await world.client({ token: world.owner.token, area: 'admin' });
    expect((await asOfficer.get(`/admin/${controllerNameOf(resource)}/index`)).code).toBe(302);
    const asMember = await world.client({ token: world.chief.token, area: 'api' });
    const answer = await asMember.get(`/api/${controllerNameOf(resource)}/index`);
    if (fieldWithOwningMember(resource))
      expect([answer.code, answer.data]).toEqual([302, { routePath: '/user/login' }]);
    else expect(answer.code).not.toBe(1);
  });

  test.runIf(fieldWithOwningMember(resource) && !isEverybodys(resource))(
    'members see their own rows and nothing else',
    async () => {
      const { own: mine, foreign } = world.subject(resource.name);
      const address = `/api/${controllerNameOf(resource)}`;
      const listed = await world.owner.get<{ list: { id: number }[]; total: number }>(`${address}/index`);
      expect(listed.data.list.length).toBeGreaterThan(0);
      expect(listed.data.list.map((one) => one.id)).toContain(mine);
      expect(listed.data.list.map((one) => one.id)).not.toContain(foreign);
      for (const action of ['edit', 'timeline']) {
        expect((await world.owner.get(`${address}/${action}`, { id: mine })).code).toBe(1);
        expect((await world.owner.get(`${address}/${action}`, { id: foreign })).msg).toBe('记录不存在');
      }
      for (const [name, move] of Object.entries((resource.life as Lifecycle | undefined)?.moves ?? {})) {
        const answer = await world.owner.post(`${address}/${name}`, { id: foreign });
        if (move.by?.includes('member')) expect([name, answer.msg]).toEqual([name, '记录不存在']);
        else expect([name, answer.status]).toEqual([name, 404]);
      }
      for (const action of ['add', 'del', 'export', 'reveal', 'restore', 'import']) {
        expect((await world.owner.post(`${address}/${action}`, { id: mine, ids: [mine] })).code, action).not.toBe(1);
      }
    },
  );
});
