import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyChain } from '#kernel/evidence-chain/verify-chain.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { module_ } from '#kernel/module/module.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { type Caller, systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { readEvidenceChain } from '#server/history/read-evidence-chain.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';
import { write } from '#server/write/write-pipeline.ts';
import { inventModule } from '../invented/invented-module.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

const label = text('样本', 'Sample');

/** Cases whose addition and moves are chained, but for one; filed again and again by `reopen`. */
const case_ = resource({
  name: 'vault/case',
  label,
  title: 'subject',
  scope: 'area',
  chained: ['add', 'file', 'shut', 'reopen'],
  fields: {
    subject: field.text(label, { required: true, max: 40 }),
    owner_name: field.personName(label),
    id_no: field.idNumber(label, { privacy: 'masked' }),
    area_code: field.area(label, { required: true }),
  },
  life: lifecycle({
    initial: 'open',
    states: { open: label, filed: label, shut: label },
    moves: {
      file: {
        from: ['open'],
        to: 'filed',
        label,
        emits: 'filed',
        input: { reason: field.text(label, { max: 40 }), told: field.idNumber(label, { privacy: 'masked' }) },
        evidence: { place: 'optional', signatures: { party: label } },
      },
      note: { from: ['open', 'filed'], label },
      reopen: { from: ['filed', 'shut'], to: 'open', label, batch: true },
      shut: { from: ['open', 'filed'], to: 'shut', label },
    },
  }),
});

const vault = inventModule(module_({ name: 'vault', label, icon: 'lock', weigh: 1, entries: [case_] }));

let on: TestEngine;
let chief: Caller;
beforeAll(async () => {
  on = await createTestEngine({ also: vault, max: 24 });
  chief = await on.officer('admin');
});
afterAll(() => on.close());

const log = { title: label, url: '/admin/test', data: '{}' };
let serial = 0;
const form = () => ({
  subject: `第 ${++serial} 案`,
  area_code: '530102',
  owner_name: '王小明',
  id_no: '11010519491231002X',
});
const add = async () => (await write(on.engine, case_, chief, { operation: 'add', input: form(), log })).id;
type Move = 'file' | 'note' | 'reopen' | 'shut';
const move = (id: number, name: Move, input: Readonly<Record<string, unknown>> = {}) =>
  write(on.engine, case_, chief, { operation: 'move', move: name, id, input, log });
const chainOf = (id: number) => readEvidenceChain(on.db, `vault/case:${id}`);
const verdictOf = async (id: number) => verifyChain(sm3, await chainOf(id));

describe('the evidence chain of a row', () => {
  test('has an entry for each addition and move that is declared, without personal data', async () => {
    const id = await add();
    await move(id, 'note');
    await move(id, 'file', {
      reason: '证据充分',
      told: '11010519491231002X',
      evidence_place: { lng: 102.7, lat: 25.04, from: 'device', accuracy: 12 },
      evidence_at: 1_764_000_000,
      signature_party: { name: '王小明' },
    });
    await move(id, 'shut');
    const chain = await chainOf(id);
    expect(chain.map(({ seq, event, actor }) => [seq, event, actor])).toEqual([
      [1, 'vault/case.added', `admin:${chief.id}`],
      [2, 'vault/case.filed', `admin:${chief.id}`],
      [3, 'vault/case.moved', `admin:${chief.id}`],
    ]);
    expect(JSON.parse(chain[0]?.payload ?? '')).toMatchObject({
      version: 1,
      to: 'open',
      input: { subject: expect.stringContaining('案'), area_code: '530102' },
    });
    expect(JSON.parse(chain[1]?.payload ?? '')).toMatchObject({
      version: 3,
      move: 'file',
      from: 'open',
      to: 'filed',
      input: { reason: '证据充分' },
      evidence: { files: {}, hash: expect.stringMatching(/^[\da-f]{64}$/) },
    });
    expect(chain[1]).toMatchObject({
      client_time: '2025-11-24T16:00:00.000Z',
      place: { lng: 102.7, lat: 25.04, from: 'device', accuracy: 12 },
    });
    expect(JSON.stringify(chain)).not.toMatch(/王小明|11010519/);
    expect(verifyChain(sm3, chain)).toEqual({ state: 'intact', entries: 3 });
    const { stored } = (await on.db.row<{ stored: number }>(
      sql`select count(*)::int as stored from chain_entry c join history h on h.id = c.history_id and h.row_id = ${id} and h.resource = 'vault/case' where c.stream = ${`vault/case:${id}`}`,
    )) ?? { stored: 0 };
    expect(stored).toBe(3);
  });

  test('a move takes no additional statement, an addition one for its key', async () => {
    const statementsOf = async (work: (engine: TestEngine['engine']) => Promise<unknown>) => {
      let statements = 0;
      const db = new Proxy(on.engine.db, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name);
          if (typeof member === 'function') statements++;
          return typeof member === 'function' ? (member.bind(target) as unknown) : member;
        },
      });
      await work({ ...on.engine, db });
      return statements;
    };
    const id = await add();
    const made = (name: Move) =>
      statementsOf((engine) => write(engine, case_, chief, { operation: 'move', move: name, id, input: {}, log }));
    expect(await made('note')).toBe(2);
    expect(await made('shut')).toBe(2);
    expect(await statementsOf((engine) => write(engine, case_, chief, { operation: 'add', input: form(), log }))).toBe(
      2,
    );
  });

  test('is entered by a move of many rows, behind what each has', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, add));
    await Promise.all(ids.filter((_, at) => at % 2).map((id) => move(id, 'file')));
    const where = sql`t.id = any(${ids}::bigint[])`;
    expect(await moveRows(on.engine, case_, systemCaller(), { move: 'shut', where })).toHaveLength(30);
    expect(await moveRows(on.engine, case_, systemCaller(), { move: 'reopen', where })).toHaveLength(30);
    expect(await moveRows(on.engine, case_, systemCaller(), { move: 'reopen', where })).toEqual([]);
    for (const [at, id] of ids.entries()) {
      const chain = await chainOf(id);
      expect(verifyChain(sm3, chain)).toEqual({ state: 'intact', entries: at % 2 ? 4 : 3 });
      expect(chain.at(-1)).toMatchObject({ event: 'vault/case.moved', actor: 'system' });
    }
  });
});

describe('what is done to a chain afterwards', () => {
  const tamper = (statement: ReturnType<typeof sql>) =>
    on.db.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(statement);
    });

  test('is refused by the database', async () => {
    await add();
    for (const statement of ['update chain_entry set actor = actor', 'delete from chain_entry', 'truncate chain_entry'])
      await expect(on.db.query(statement)).rejects.toThrow('chain_entry is only added to');
  });

  test('is found where the database was got around: one byte, and the last entries with a known head', async () => {
    const id = await add();
    for (const name of ['file', 'reopen', 'file', 'shut'] as const) await move(id, name);
    const head = (await chainOf(id)).at(-1);
    const stream = `vault/case:${id}`;
    await tamper(
      sql`update chain_entry set payload = replace(payload, '"file"', '"fire"') where stream = ${stream} and seq = 4`,
    );
    expect(await verdictOf(id)).toEqual({ state: 'broken', seq: 4, why: 'payload' });
    await tamper(sql`update chain_entry set actor = 'admin:1000' where stream = ${stream} and seq = 2`);
    expect(await verdictOf(id)).toEqual({ state: 'broken', seq: 2, why: 'entry' });
    await tamper(sql`delete from chain_entry where stream = ${stream} and seq in (2, 3, 4, 5)`);
    expect(await verdictOf(id)).toEqual({ state: 'intact', entries: 1 });
    expect(verifyChain(sm3, await chainOf(id), head)).toEqual({ state: 'short', from: 2, to: 5 });
  });
});

describe('writers at the same time', () => {
  test('of sixteen rows do not wait for each other, and every chain is whole', async () => {
    const ids = await Promise.all(Array.from({ length: 17 }, add));
    const [held, ...others] = ids as [number, ...number[]];
    await on.db.transaction(async (tx) => {
      await write(on.engine, case_, chief, { operation: 'move', move: 'shut', id: held, input: {}, log }, tx);
      // the transaction of one row is open: the others are written meanwhile
      const names: Move[] = ['file', 'reopen', 'shut', 'reopen', 'file'];
      await Promise.all(
        others.map(async (id) => {
          for (const name of names) await move(id, name);
        }),
      );
    });
    expect(await verdictOf(held)).toEqual({ state: 'intact', entries: 2 });
    for (const id of others) expect(await verdictOf(id)).toEqual({ state: 'intact', entries: 6 });
  });

  test('of one row follow each other, whoever is first', async () => {
    const id = await add();
    const names = Array.from({ length: 24 }, (_, at) => (at % 3 === 0 ? 'note' : at % 2 ? 'file' : 'reopen') as Move);
    const ends = await Promise.allSettled(names.map((name) => move(id, name)));
    const chained = ends.filter(({ status }, at) => status === 'fulfilled' && names[at] !== 'note').length;
    expect(chained).toBeGreaterThan(0);
    expect(await verdictOf(id)).toEqual({ state: 'intact', entries: chained + 1 });
  });

  test('leave nothing of a transaction that was undone, or whose connection was killed', async () => {
    const id = await add();
    const shut = { operation: 'move', move: 'shut', id, input: {}, log } as const;
    const undone = on.db.transaction(async (tx) => {
      await write(on.engine, case_, chief, shut, tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const killed = on.db.transaction(async (tx) => {
      await write(on.engine, case_, chief, shut, tx);
      const backend = await tx.row<{ pid: number }>('select pg_backend_pid() as pid');
      await on.db.query('select pg_terminate_backend($1)', [backend?.pid]);
      await tx.query('select 1');
    });
    await expect(killed).rejects.toThrow();
    expect(await verdictOf(id)).toEqual({ state: 'intact', entries: 1 });
    await move(id, 'shut');
    expect(await verdictOf(id)).toEqual({ state: 'intact', entries: 2 });
  });
});
