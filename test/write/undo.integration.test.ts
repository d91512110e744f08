import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { activeEnterprise, addEnterprise, move, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { undoReversibleLifecycleMove } from '#server/history/undo-reversible-lifecycle-move.ts';
import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

let on: TestApp;
let chief: Caller;
let county: Client;
beforeAll(async () => {
  on = await startApp();
  await uploadMaterials(on.engine);
  chief = { ...(await on.officer('admin')), areaCode: '530100' };
  county = await on.client({ officer: 'county1' });
});
afterAll(() => on.close());

/** The enterprise with other reversible moves, and without hooks. */
const life = enterprise.life as NonNullable<AnyResource['life']>;
const variant: AnyResource = {
  ...enterprise,
  life: {
    ...life,
    moves: Object.fromEntries(
      Object.entries<object>(life.moves).map(([name, one]) => [
        name,
        'steps' in one ? one : { ...one, reversible: true },
      ]),
    ),
  } as AnyResource['life'],
};
const engine = (): Engine => ({ ...on.engine, hooks: new Map() });
const snapshot = async (id: number) => {
  const row = await on.db.row<{ row: Record<string, unknown>; clocks: unknown }>(sql`select to_jsonb(e) as row,
    (select jsonb_agg(to_jsonb(d) order by d.id) from deadline d where d.row_id = e.id and d.resource = 'enterprise/enterprise') as clocks
    from enterprise e where id = ${id}`);
  const { version, updatetime, ...rest } = row?.row ?? {};
  return { kept: rest, clocks: row?.clocks };
};

describe('undoing a move restores', () => {
  test.each([
    [
      'a clock that was stopped, its due date and what the move noted',
      'submitted',
      'return',
      { cause: 'unclear', reason: '照片不清楚' },
    ],
    ['a state without a clock', 'draft', 'submit', {}],
    ['columns the move wrote', 'submitted', 'firstPass', { checked: '1', audit_remark: '材料齐全' }],
    ['a proposal that had lapsed', 'proposed', 'suspend', { document_no: '停1号', reason: '存在安全隐患' }],
  ])('%s', async (_what, begin, name, input) => {
    const id = begin === 'proposed' ? await activeEnterprise(on.engine, chief) : await addEnterprise(on.engine, chief);
    if (begin === 'submitted') await move(on.engine, chief, id, 'submit');
    if (begin === 'proposed')
      await move(on.engine, chief, id, 'revoke', { document_no: '罚1号', reason: '严重违法经营' });
    const before = await snapshot(id);
    const { historyId } = await write(engine(), variant, chief, { operation: 'move', move: name, id, input });
    expect(await snapshot(id)).not.toEqual(before);
    await undoReversibleLifecycleMove(engine(), variant, chief, historyId, 30);
    expect(await snapshot(id)).toEqual(before);
    expect(await on.db.rows(sql`select 1 from move_undo where history_id = ${historyId}`)).toEqual([]);
    // and the move can be made again
    await write(engine(), variant, chief, { operation: 'move', move: name, id, input });
  });
});

test('a move with a hook cannot be declared reversible', async () => {
  await expect(
    createEngine({
      db: on.db,
      config: on.config,
      log: on.log,
      resources: resources.map((one) => (one.name === enterprise.name ? variant : one)),
      modules: serverModules,
    }),
  ).rejects.toThrow(/enterprise\/enterprise: \w+ has a hook or a message and so cannot be reversible/);
});

test('an undo is in the operation log by name, and requires that the caller still may make the move', async () => {
  const id = await addEnterprise(on.engine, await on.officer('county1'));
  expect((await county.post('/admin/enterprise.enterprise/submit', { id })).code).toBe(1);
  const moved = await county.post<{ undo: { history_id: number } }>('/admin/enterprise.enterprise/accept', { id });
  const { history_id } = moved.data.undo;
  const bare = { ...(await on.officer('county1')), nodes: new Set<string>() };
  await expect(undoReversibleLifecycleMove(on.engine, enterprise, bare, history_id, 30)).rejects.toMatchObject({
    code: 401,
  });
  expect((await county.post('/admin/enterprise.enterprise/undo', { history_id })).code).toBe(1);
  const [entry] = await on.db.rows<{ title: string; url: string; data: string; username: string }>(
    'select title, url, data, username from auth_admin_log order by id desc limit 1',
  );
  expect(entry).toMatchObject({ title: '企业-撤回', url: '/admin/enterprise.enterprise/undo', username: 'county1' });
  expect(JSON.parse(entry?.data ?? '')).toEqual({ history_id });
});
