import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addEnterprise, enterpriseForm, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { type RunningServer, startServer } from '#server/start/start-server-with-database-and-jobs.ts';
import { type Client, startApp, type TestApp, testArea } from '../support/test-engine.ts';

let app: TestApp;
let chief: Client;
/** Stands for a second process: it does not know the calls in progress in the first one. */
let other: RunningServer;
beforeAll(async () => {
  app = await startApp({ max: 6 });
  await uploadMaterials(app.engine);
  chief = await app.client({ officer: 'admin' });
  const engine = { ...app.engine, db: { ...app.db } };
  other = await startServer({ platform: { ...app.platform, engine }, config: app.config, log: app.log });
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

interface Answer {
  code: number;
  msg: string;
  data: { id?: number; done?: number[]; refused?: { id: number }[]; undo?: number[]; row?: { status: string } } | null;
}
const at = (action: string) => `/admin/enterprise.enterprise/${action}`;
const here = async (action: string, body: unknown, key?: string): Promise<Answer> =>
  chief.post(at(action), body, key === undefined ? {} : { 'idempotency-key': key });
const there = async (action: string, body: object, key: string): Promise<Answer> => {
  const headers = { server: 'true', batoken: chief.token, 'idempotency-key': key };
  return (await other.app.inject({ method: 'POST', url: at(action), headers, payload: body })).json<Answer>();
};
const historyOf = async (id: number) =>
  (
    await app.db.rows<{ what: string }>(
      `select coalesce(move, action) as what from history where resource = 'enterprise/enterprise' and row_id = $1 order by id`,
      [id],
    )
  ).map((one) => one.what);
const submitted = async () => {
  const id = await addEnterprise(app.engine, await app.officer('admin'));
  await here('submit', { id });
  return id;
};

test('an add, edit, move or deletion with a key is one statement without a transaction around it', async () => {
  // only transactions of the calls themselves: what was refused is logged in one of its own, a second after its answer
  const calls = new AsyncLocalStorage<{ answered: boolean }>();
  const during = (call: () => Promise<Answer>): Promise<Answer> => {
    const state = { answered: false };
    return calls.run(state, async () => {
      const answer = await call();
      state.answered = true;
      return answer;
    });
  };
  const { transaction } = app.engine.db;
  const begun = vi.fn();
  const spy = vi.spyOn(app.engine.db, 'transaction').mockImplementation((work) => {
    if (calls.getStore()?.answered === false) begun();
    return transaction(work);
  });
  try {
    const made = (action: string, body: unknown, key: string) => during(() => here(action, body, key));
    const id = Number((await made('add', enterpriseForm(), 'one-add')).data?.id);
    expect((await made('edit', { id, version: 1, short_name: '简称' }, 'one-edit')).code).toBe(1);
    expect((await made('suspend', { id, version: 2, document_no: '1', reason: '整改不力' }, 'one-no')).code).toBe(0);
    expect((await made('edit', { id, version: 2, short_name: '又名' }, 'one-edit-2')).code).toBe(1);
    expect((await made('del', { ids: [id] }, 'one-del')).data?.undo).toHaveLength(1);
    expect(begun).not.toHaveBeenCalled();
    const save = { key: 'one', value: 1 };
    await during(() => chief.post('/admin/preference/save', save, { 'idempotency-key': 'one-save' }));
    expect(begun, 'a call that needs a transaction is noticed').toHaveBeenCalled();
  } finally {
    spy.mockRestore();
  }
});

test('every kind of write gets the same answer a second time, in this process and in another', async () => {
  const form = enterpriseForm();
  const id = Number((await here('add', form, 'same-0')).data?.id);
  const calls: [action: string, body: object][] = [
    ['add', form],
    ['edit', { id, short_name: '简称' }],
    ['submit', { id }],
    ['accept', { id }],
    ['del', { ids: [await submitted()] }],
    ['del', { ids: [await submitted(), await submitted()] }],
  ];
  const answers: Answer[] = [];
  for (const [n, [action, body]] of calls.entries()) answers.push(await here(action, body, `same-${n}`));
  for (const [n, [action, body]] of calls.entries()) {
    const first = answers[n] as Answer;
    expect([action, first.code], first.msg).toEqual([action, 1]);
    for (const send of [here, there]) {
      const { code, msg, data } = await send(action, body, `same-${n}`);
      expect([action, code, msg, data]).toEqual([action, first.code, first.msg, first.data]);
    }
  }
  expect(await historyOf(id)).toEqual(['add', 'edit', 'submit', 'accept']);
});

test('several processes that get the same call at once execute it once', async () => {
  const id = await addEnterprise(app.engine, await app.officer('admin'));
  const form = enterpriseForm();
  for (const [action, body] of [
    ['add', form],
    ['edit', { id, short_name: '同时' }],
    ['submit', { id }],
    ['del', { ids: [id] }],
  ] as const) {
    const sent = [0, 1, 2].flatMap(() => [here, there].map((send) => send(action, body, `all-${action}`)));
    const answers = await Promise.all(sent);
    expect(new Set(answers.map(({ code, data }) => JSON.stringify([code, data]))).size, action).toBe(1);
    expect([action, answers[0]?.code], answers[0]?.msg).toEqual([action, 1]);
  }
  expect(await historyOf(id)).toEqual(['add', 'edit', 'submit', 'del']);
  expect(await app.db.rows('select 1 from enterprise where uscc = $1', [form.uscc])).toHaveLength(1);
});

test('the same key with another content is refused in another process too, even if that content is invalid', async () => {
  const id = await addEnterprise(app.engine, await app.officer('admin'));
  expect((await here('edit', { id, short_name: '甲' }, 'content')).code).toBe(1);
  for (const body of [
    { id, short_name: '乙' },
    { id, version: 1, short_name: '甲' },
    { id: 999_999_999, short_name: '甲' },
  ])
    expect(await there('edit', body, 'content')).toMatchObject({ code: 0, data: { reason: 'parameter' } });
});

test('an interrupted batch continues where it stopped and answers as if uninterrupted', async () => {
  const ids = [await submitted(), await submitted(), await submitted()];
  await app.db.query(`create function break_off() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
  await app.db.query(`create trigger break_off before insert on history for each row
    when (new.row_id = ${ids[1]} and new.move = 'accept') execute function break_off()`);
  const accept = (send: typeof there) => send('accept', { ids: [ids[0], 999_999_999, ids[1], ids[2]] }, 'batch');
  expect((await accept(here)).code).toBe(0);
  await app.db.query('drop trigger break_off on history');
  expect(await Promise.all(ids.map(async (id) => (await historyOf(id)).at(-1)))).toEqual([
    'accept',
    'submit',
    'submit',
  ]);
  const again = await accept(here);
  expect(again.data).toMatchObject({ done: ids, refused: [{ id: 999_999_999 }] });
  for (const id of ids) expect(await historyOf(id)).toEqual(['add', 'submit', 'accept']);
  expect((await accept(there)).data).toEqual(again.data);
  const changed = await there('accept', { ids: [ids[0]] }, 'batch');
  expect([changed.code, changed.data]).toEqual([0, { reason: 'parameter' }]);
});

test('a batch with an invalid key is refused before anything is done', async () => {
  const id = await submitted();
  expect((await here('accept', { ids: [id, 'x'] }, 'batch-none')).code).toBe(0);
  expect(await historyOf(id)).toEqual(['add', 'submit']);
});

test('only so many transactions wait for a connection as can be served soon', async () => {
  const addKeyed = (n: number) =>
    chief.post<{ reason?: string } | null>(
      '/admin/preference/save',
      { key: `k${n}`, value: n },
      { 'idempotency-key': `flood-${n}` },
    );
  let waiting: ReturnType<typeof addKeyed>[] = [];
  await app.db.transaction(async (tx) => {
    await tx.query('lock table preference in access exclusive mode');
    waiting = Array.from({ length: 43 }, (_, n) => addKeyed(n));
    // one that comes before the others have got there waits with them
    const refusal = async () => {
      const call = addKeyed(waiting.length);
      const data = await Promise.race([call.then((one) => one.data), sleep(1000, 'waits' as const)]);
      if (data === 'waits') waiting.push(call);
      return data;
    };
    await expect.poll(refusal).toEqual({ reason: 'unavailable' });
  });
  // of the first ones, one that was overtaken is refused instead
  const ended = await Promise.all(waiting);
  const refused = ended.filter(({ code }) => code !== 1);
  expect(refused.map(({ data }) => data)).toEqual(refused.map(() => ({ reason: 'unavailable' })));
  expect(ended.length - refused.length).toBeGreaterThan(40);
});

test('a call with a key is rolled back completely if its answer cannot be stored', async () => {
  await app.db.query(`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; return new; end $$`);
  await app.db.query(`create trigger full_disk before update on idempotency for each row execute function full_disk()`);
  const session = await app.client({ officer: 'county3' });
  const sessions = await app.db.rows<{ id: number }>('select id from session order by id desc');
  const made = [];
  for (const name of ['甲科', '乙科'])
    made.push(
      (
        await chief.post<{ id: number }>('/admin/auth.department/add', {
          name,
          kind: 'section',
          area_code: testArea,
          status: '1',
        })
      ).data.id,
    );
  const gone = await chief.del<{ undo: number[] }>('/admin/auth.department/del', { ids: [made[0]] });
  const state = () =>
    app.db.rows(`select (select jsonb_agg(s.id order by s.id) from session s) as sessions,
      (select jsonb_agg(d order by d.id) from auth_department d) as departments, (select count(*) from history) as history,
      (select count(*) from event) as events, (select count(*) from preference) as preferences, (select count(*) from job) as jobs,
      (select count(*) from auth_admin_log where outcome = 'done') as logs`);
  const before = await state();
  const calls: [who: Client, address: string, body: object][] = [
    [chief, '/admin/auth.department/restore', { ids: gone.data.undo }],
    [chief, '/admin/auth.department/sortable', { id: made[0], targetId: made[1] }],
    [chief, '/admin/enterprise.enterprise/export', { format: 'xlsx' }],
    [session, '/admin/preference/save', { key: 'a', value: 1 }],
    [session, '/admin/session/revoke', { id: sessions[0]?.id }],
  ];
  for (const [who, address, body] of calls) {
    const lost = await who.post(address, body, { 'idempotency-key': 'lost' });
    // rows cannot be sorted before they are restored
    if (!address.endsWith('sortable')) expect([address, lost.status]).toEqual([address, 500]);
    expect(await state(), address).toEqual(before);
  }
  await app.db.query('drop trigger full_disk on idempotency');
  for (const [who, address, body] of calls) {
    const done = await who.post(address, body, { 'idempotency-key': 'lost' });
    expect([address, done.code], done.msg).toEqual([address, 1]);
  }
});
