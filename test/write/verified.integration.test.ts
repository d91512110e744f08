import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, onBehalfOf, systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';
import { supplier } from '../zoo/supplier.ts';
import { zoo } from '../zoo/zoo.ts';

let on: TestEngine;
let chief: Caller;
let holder: Caller;
beforeAll(async () => {
  on = await createTestEngine({ also: zoo });
  chief = await on.officer('admin');
  holder = await on.member('zoo_holder');
});
afterAll(() => on.close());

const input = { name: '青草行', licence_no: 'X1', area_code: '530102' };
const added = async (by: Caller, set = {}) =>
  (await write(on.engine, supplier, by, { operation: 'add', input, set })).row;
const moved = (by: Caller, id: number, move: string, given = {}) =>
  write(on.engine, supplier, by, { operation: 'move', move, id, input: given });

test('what an officer or the platform enters is verified at once, what a member enters is not', async () => {
  expect((await added(chief)).status).toBe('supplying');
  expect((await added(onBehalfOf(chief))).status).toBe('supplying');
  expect((await added(systemCaller())).status).toBe('supplying');
  expect(await added(holder)).toMatchObject({ status: 'pending', due_at: expect.any(Number) });
  expect((await added(chief, { status: 'barred' })).status).toBe('barred');
});

test('an entry is returned, entered again, verified, and then changed by a request', async () => {
  const id = Number((await added(holder)).id);
  await moved(chief, id, 'return', { reason: '许可证不清晰' });
  expect((await moved(holder, id, 'submit')).row.status).toBe('pending');
  expect((await moved(chief, id, 'verify')).row.status).toBe('supplying');
  const edit = (values: object) => write(on.engine, supplier, holder, { operation: 'edit', id, input: { ...values } });
  await expect(edit({ licence_no: 'X2' })).rejects.toMatchObject({
    data: { errors: { licence_no: expect.any(Array) } },
  });
  expect((await edit({ offers: '青草' })).row.offers).toBe('青草');
  expect((await moved(holder, id, 'change', { licence_no: 'X2' })).row).toMatchObject({
    status: 'changing',
    licence_no: 'X1',
  });
  await expect(moved(holder, id, 'verifyChange')).rejects.toThrow();
  expect((await moved(chief, id, 'verifyChange')).row).toMatchObject({ status: 'supplying', licence_no: 'X2' });
});

test('what a move settles is read, of that row alone, for one row and for many', async () => {
  const ids = [Number((await added(holder)).id), Number((await added(holder)).id), Number((await added(holder)).id)];
  for (const id of ids) await moved(chief, id, 'return', { reason: '许可证不清晰' });
  await on.db.query(sql`insert into message_notice (user_id, kind, template_code, label, label_en, content, content_en, resource, row_id)
    select ${holder.id}, kind, 't', 't', 't', 'c', 'c', 'zoo/supplier', id
    from unnest(${ids}::bigint[]) id, unnest(array['todo', 'system']) kind`);
  const unread = async () =>
    (
      await on.db.rows<{ row_id: number; kind: string }>(
        `select row_id::int, kind from message_notice where resource = 'zoo/supplier' and read_at is null order by row_id, kind`,
      )
    ).map(({ row_id, kind }) => `${ids.indexOf(row_id)} ${kind}`);
  await moved(holder, ids[0] as number, 'submit');
  expect(await unread()).toEqual(['0 system', '1 system', '1 todo', '2 system', '2 todo']);
  await moveRows(on.engine, supplier, systemCaller(), { move: 'submit', where: sql`t.id = ${ids[1] as number}` });
  expect(await unread()).toEqual(['0 system', '1 system', '2 system', '2 todo']);
});
