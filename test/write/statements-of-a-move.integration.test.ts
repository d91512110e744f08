import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyChain } from '#kernel/evidence-chain/verify-chain.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { module_ } from '#kernel/module/module.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { WriteHooksOfAnyResource } from '#server/engine/write-hook-types-for-any-resource.ts';
import { readEvidenceChain } from '#server/history/read-evidence-chain.ts';
import { previewWrite } from '#server/message/preview-messages-and-moves-of-write.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';
import { write } from '#server/write/write-pipeline.ts';
import { inventModule } from '../invented/invented-module.ts';
import { untilStatementsWaitForLocks } from '../support/call-while-locked.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';
import { watchStatements } from '../support/watch-statements.ts';

const label = text('样本', 'Sample');

/** What competing decisions are about. */
const tender = resource({
  name: 'auction/tender',
  label,
  title: 'subject',
  scope: 'area',
  fields: { subject: field.text(label, { required: true, max: 40 }), area_code: field.area(label, { required: true }) },
});

/** Offers of which one is accepted: a move that is chained, settles what it was asked for, and waits for its rivals. */
const offer = resource({
  name: 'auction/offer',
  label,
  title: 'subject',
  scope: 'area',
  chained: ['accept', 'shelve'],
  fields: {
    subject: field.text(label, { required: true, max: 40 }),
    tender_id: field.reference(label, { to: 'auction/tender', required: true }),
    area_code: field.area(label, { required: true }),
  },
  life: lifecycle({
    initial: 'open',
    states: { open: label, accepted: { ...label, final: true } },
    moves: {
      accept: { from: ['open'], to: 'accepted', label, locks: 'tender_id', settles: true },
      shelve: { from: ['open'], label, settles: true },
    },
  }),
});

const auction = inventModule(module_({ name: 'auction', label, icon: 'audit', weigh: 1, entries: [tender, offer] }), {
  hooks: {
    'auction/offer': {
      moves: {
        async accept({ tx, before, fail }) {
          const rival = await tx.row(
            sql`select from auction_offer where tender_id = ${Number(before?.tender_id)} and status = 'accepted'`,
          );
          if (rival) fail('tender_id', text('已接受另一报价', 'Another offer was accepted'));
        },
      },
    },
  },
});

let on: TestEngine;
let chief: Caller;
beforeAll(async () => {
  on = await createTestEngine({ also: auction, max: 12 });
  chief = await on.officer('admin');
});
afterAll(() => on.close());

const log = { title: label, url: '/admin/test', data: '{}' };
const area_code = '530102';
const add = async (one: typeof tender | typeof offer, more: object = {}) =>
  (await write(on.engine, one, chief, { operation: 'add', input: { subject: '一', area_code, ...more }, log })).id;
const offerOf = async (tender_id?: number) => add(offer, { tender_id: tender_id ?? (await add(tender)) });
const move = (id: number, name: 'accept' | 'shelve', engine: Engine = on.engine) =>
  write(engine, offer, chief, { operation: 'move', move: name, id, input: {}, log });
const ask = (id: number) =>
  on.db.query(sql`insert into message_notice (admin_id, kind, template_code, label, label_en, content, content_en, resource, row_id)
    values (${chief.id}, 'todo', 'test', '', '', '', '', 'auction/offer', ${id})`);
const isAsked = async (id: number) =>
  (await on.db.row(
    sql`select from message_notice where resource = 'auction/offer' and row_id = ${id} and read_at is null`,
  )) !== undefined;

/** An engine where something happens after a move has read its row and before it stores it. */
const betweenReadAndStore = (name: 'accept' | 'shelve', happen: () => Promise<unknown>): Engine => ({
  ...on.engine,
  hooks: new Map<string, readonly WriteHooksOfAnyResource[]>([
    ...on.engine.hooks,
    ['auction/offer', [{ moves: { [name]: async () => void (await happen()) } }]],
  ]),
});

test('what a hook wrote is rolled back with the try whose row was changed meanwhile, though its commit was sent', async () => {
  const id = await offerOf();
  let tries = 0;
  const engine: Engine = {
    ...on.engine,
    hooks: new Map<string, readonly WriteHooksOfAnyResource[]>([
      ...on.engine.hooks,
      [
        'auction/offer',
        [
          {
            moves: {
              async shelve({ tx }) {
                tries += 1;
                await tx.query(sql`insert into message_notice (admin_id, kind, template_code, label, label_en, content, content_en, resource, row_id)
                  values (${chief.id}, 'info', 'test', '', '', ${`try ${tries}`}, '', 'auction/offer', ${id})`);
                if (tries === 1)
                  await on.db.query(sql`update auction_offer set version = version + 1 where id = ${id}`);
              },
            },
          },
        ],
      ],
    ]),
  };
  await move(id, 'shelve', engine);
  expect(tries).toBe(2);
  expect(
    await on.db.rows(sql`select content from message_notice where resource = 'auction/offer' and row_id = ${id}`),
  ).toEqual([{ content: 'try 2' }]);
});

describe('a move that is chained and settles messages', () => {
  test('is two statements where nobody was asked for it', async () => {
    const id = await offerOf();
    const { engine, statements } = watchStatements(on.engine);
    await move(id, 'shelve', engine);
    expect(statements).toHaveLength(2);
  });

  test('marks what asked for it as read', async () => {
    const id = await offerOf();
    await ask(id);
    const { engine, statements } = watchStatements(on.engine);
    await move(id, 'shelve', engine);
    expect(statements).toHaveLength(5);
    expect(await isAsked(id)).toBe(false);
  });

  test('marks what asked for it after its row was read as read, too', async () => {
    const id = await offerOf();
    await move(
      id,
      'shelve',
      betweenReadAndStore('shelve', () => ask(id)),
    );
    expect(await isAsked(id)).toBe(false);
  });
});

describe('a move that waits for its rivals', () => {
  test('locks what they are about, and reads its row, the head of its chain and its messages in one statement', async () => {
    const id = await offerOf();
    const { engine, statements } = watchStatements(on.engine);
    await move(id, 'accept', engine);
    const [begin, lock, load, rival, store, commit, ...more] = statements;
    expect([begin, commit, more]).toEqual(['begin', 'commit', []]);
    expect(lock).toMatch(/for no key update$/);
    expect(load).not.toContain('for update');
    expect(load).toContain('chain_entry');
    expect(rival).toContain('auction_offer');
    expect(store).toMatch(/^with w as \(update/);
  });

  test('is won by one of them', async () => {
    const subject = await add(tender);
    const ids = await Promise.all(Array.from({ length: 6 }, () => offerOf(subject)));
    await Promise.all(ids.map(ask));
    const ended = await Promise.allSettled(ids.map((id) => move(id, 'accept')));
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const accepted = await on.db.rows<{ id: number }>(
      sql`select id from auction_offer where tender_id = ${subject} and status = 'accepted'`,
    );
    expect(accepted).toHaveLength(1);
    const open = await Promise.all(ids.map(isAsked));
    expect(open.filter((asked) => !asked)).toHaveLength(1);
  });

  test('begins again behind another move of its row, whose entry it follows in the chain', async () => {
    const id = await offerOf();
    let other: Promise<unknown> | undefined;
    const engine = betweenReadAndStore('accept', () => {
      other ??= move(id, 'shelve');
      return other;
    });
    await move(id, 'accept', engine);
    const chain = await readEvidenceChain(on.db, `auction/offer:${id}`);
    expect(chain.map(({ payload }) => (JSON.parse(payload ?? '{}') as { move: string }).move)).toEqual([
      'shelve',
      'accept',
    ]);
    expect(verifyChain(sm3, chain)).toEqual({ state: 'intact', entries: 2 });
  });
});

describe('a preview of a move', () => {
  const preview = (id: number, engine: Engine = on.engine) =>
    previewWrite(engine, offer, chief, { operation: 'move', move: 'shelve', id, input: {} });

  test('locks in the order of the move itself, which somebody may make at the same time', async () => {
    const id = await offerOf();
    await ask(id);
    let previewed: Promise<unknown> | undefined;
    await on.db.transaction(async (tx) => {
      await tx.query(sql`update message_notice set read_at = null where row_id = ${id}`);
      previewed = preview(id);
      previewed.catch(() => undefined); // awaited below
      await untilStatementsWaitForLocks(on.db, 1);
      await tx.query(sql`select from auction_offer where id = ${id} for update nowait`);
    });
    await expect(previewed).resolves.toMatchObject({ rows: [], messages: [] });
    expect(await isAsked(id)).toBe(true);
  });

  test('begins again behind another move of its row, and after a deadlock', async () => {
    const id = await offerOf();
    const disturbances = [
      () => move(id, 'shelve'),
      () => Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' })),
    ];
    const engine = betweenReadAndStore('shelve', () => disturbances.shift()?.() ?? Promise.resolve());
    await expect(preview(id, engine)).resolves.toMatchObject({ sentences: [] });
    expect(disturbances).toEqual([]);
  });
});
