import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import {
  type OperationContents,
  type OperationKind,
  picturesOf,
  type SyncAnswer,
} from '../contract/offline-check-operation-and-sync-answer-format.ts';
import {
  countUnsentOperations,
  readJournal,
  recordOperation,
  storePicture,
} from '../web/store/journal-of-phone-operations-and-pictures.ts';
import { createPhoneStoreWithPin } from '../web/store/pin-protected-key.ts';
import { type SyncServer, sendUnsentOperationsAndPictures } from '../web/sync/send-unsent-operations-and-pictures.ts';
import { FieldFixture, jpeg, ok, type Phone, pictureOf } from './field-fixture.ts';
import { createSerialQueue, memoryStore } from './memory-store.ts';

/** Rounds of 200 operations and 100 pictures. One is enough to notice; twenty are for whoever changes the protocol. */
const rounds = Number(process.env.FIELD_ROUNDS ?? 1);

/** Answers of a round: the steps before them make two hundred operations. */
const answers = 197;

let on: FieldFixture;
beforeAll(async () => {
  on = await FieldFixture.start();
});
afterAll(() => on.close());

/** The real server over a line that is cut before a call arrives, or after it was carried out. */
function cutPlatform(phone: Phone): SyncServer {
  const overLine = async <T>(work: () => Promise<T>): Promise<T> => {
    const chance = Math.random();
    if (chance < 0.15) throw new Error('cut before');
    const answer = await work();
    if (chance > 0.8) throw new Error('cut after');
    return answer;
  };
  return {
    have: (check, hashes) =>
      overLine(
        async () =>
          ok(await phone.client.post<{ hashes: string[] }>('/admin/field.kit/have', { check, hashes })).hashes,
      ),
    upload: (_sha256, bytes) => overLine(async () => void (await phone.picture(Buffer.from(bytes)))),
    sync: (operations) => overLine(async () => ok(await phone.send(operations)) as SyncAnswer),
  };
}

test('200 operations and 100 pictures over a line that is cut at random: nothing lost, nothing twice', async () => {
  const officers = await on.officers();
  for (let round = 0; round < rounds; round++) {
    const phone = await on.phone(officers[0]?.username ?? '');
    const { check, items } = await on.check(officers, 20);
    const { checks } = await phone.fetch();
    const pack = checks.find(({ id }) => id === check);
    const version = pack?.version ?? 0;
    const store = memoryStore();
    const turn = createSerialQueue();
    const key = await createPhoneStoreWithPin(store, '482913', { account: 1, name: '', device: '', secret: '' }, 1);
    const common = { check, version, place: null, lastSeq: 0 } as const;
    const made = [await recordOperation(store, key, { ...common, kind: 'accept', content: {} }, undefined, turn)];
    const codes = [await on.arrivalCode(check, officers[1]?.officer ?? 0)];
    const place = { lng: 102.7122511, lat: 25.0406091, accuracy: 9, at: Date.now() };
    const scan = { codes, pictures: [], reason: '' };
    made.push(await recordOperation(store, key, { ...common, place, kind: 'scanIn', content: scan }, undefined, turn));
    const shown = { shown: true, party: '', post: '' };
    made.push(await recordOperation(store, key, { ...common, kind: 'record', content: shown }, undefined, turn));
    const hashes: string[] = [];
    for (let n = 0; n < answers; n++) {
      const bytes = n < 100 ? jpeg() : undefined;
      const picture = bytes && pictureOf(bytes);
      if (picture) {
        const copy = new Uint8Array(bytes).buffer;
        await storePicture(store, key, check, { ...picture, bytes: copy });
        hashes.push(picture.sha256);
      }
      const item = items[n % items.length] ?? 0;
      const content = {
        item,
        answer: 'yes',
        value: '',
        note: `第 ${n} 次`,
        pictures: picture ? [picture] : [],
      } as const;
      made.push(await recordOperation(store, key, { ...common, kind: 'answer', content }, undefined, turn));
    }
    for (let tries = 0; (await countUnsentOperations(store)) > 0 && tries < 2000; tries++)
      await sendUnsentOperationsAndPictures(store, key, cutPlatform(phone), undefined, turn).catch(() => undefined);
    const stored = await on.app.db.rows<{ op_id: string; outcome: string }>(
      sql`select op_id, outcome from field_operation where check_id = ${check} order by id`,
    );
    expect(stored).toEqual(made.map(({ id }) => ({ op_id: id, outcome: 'applied' })));
    const files = await on.app.db.rows<{ sha256: string }>(
      sql`select sha256 from routine_attachment where sha256 = any(${hashes}::text[])`,
    );
    expect(files.map(({ sha256 }) => sha256).toSorted()).toEqual(hashes.toSorted());
    const recorded = await on.app.db.rows<{ note: string }>(
      sql`select note from enforcement_check_answer where check_id = ${check} order by weigh`,
    );
    // the last answer of each item stands
    expect(recorded.map(({ note }) => note)).toEqual(
      items.map((_, at) => `第 ${[...Array(answers).keys()].filter((n) => n % items.length === at).at(-1)} 次`),
    );
  }
}, 900_000);

/** A kit that records without a network, and sends over a line that is cut. */
async function openKit(phone: Phone, check: number) {
  const store = memoryStore();
  const turn = createSerialQueue();
  const key = await createPhoneStoreWithPin(store, '482913', { account: 1, name: '', device: '', secret: '' }, 1);
  let pack: { readonly version: number; readonly fetch?: number; readonly last_seq: number } | undefined;
  return {
    async fetch() {
      pack = (await phone.fetch()).checks.find(({ id }) => id === check);
    },
    record<K extends OperationKind>(kind: K, content: OperationContents[K]) {
      const place = { lng: 102.7122511 + Math.random() / 10_000, lat: 25.0406091, accuracy: 9, at: Date.now() };
      const { version = 0, fetch, last_seq: lastSeq = 0 } = pack ?? {};
      return recordOperation(store, key, { check, version, fetch, lastSeq, place, kind, content }, undefined, turn);
    },
    async takePicture() {
      const bytes = jpeg();
      const picture = pictureOf(bytes);
      await storePicture(store, key, check, { ...picture, bytes: new Uint8Array(bytes).buffer });
      return picture;
    },
    async sendAll() {
      for (let tries = 0; (await countUnsentOperations(store)) > 0 && tries < 2000; tries++)
        await sendUnsentOperationsAndPictures(store, key, cutPlatform(phone), undefined, turn).catch(() => undefined);
    },
    journal: () => readJournal(store, key),
  };
}

test('two officers record one check without a network and send at once: one wins each step, and nothing is lost or there twice', async () => {
  const officers = await on.officers();
  const { check, items } = await on.check(officers, 6);
  const phones = await Promise.all(officers.map(({ username }) => on.phone(username)));
  const kits = await Promise.all(phones.map((phone) => openKit(phone, check)));
  const both = <T>(work: (kit: (typeof kits)[number], at: number) => Promise<T>) => Promise.all(kits.map(work));
  const answerItems = async (at: number, which: readonly number[], what: string) => {
    for (const item of which) {
      const pictures = [(await kits[at]?.takePicture()) ?? []].flat();
      await kits[at]?.record('answer', { item, answer: 'yes', value: '', note: `${what} ${at} ${item}`, pictures });
    }
  };
  // neither knows of the other
  await both((kit) => kit.fetch());
  await both(async (kit, at) => {
    const code = await on.arrivalCode(check, officers[1 - at]?.officer ?? 0);
    await kit.record('accept', {});
    await kit.record('scanIn', { codes: [code], pictures: [], reason: '' });
    await kit.record('record', { shown: true, party: '张经理', post: '' });
    await answerItems(at, items, 'apart');
  });
  await both((kit) => kit.sendAll());
  const first = await both((kit) => kit.journal());
  const winner = first.findIndex((journal) => journal[0]?.result?.outcome === 'applied');
  const loser = 1 - winner;
  expect(first[winner]?.map(({ result }) => result?.outcome)).toEqual(Array(3 + items.length).fill('applied'));
  expect(first[loser]?.map(({ result }) => result?.reason)).toEqual(Array(3 + items.length).fill('stale_version'));

  // who lost fetches the check as it is now, and both go on, each with items of their own
  await kits[loser]?.fetch();
  await answerItems(loser, items.slice(0, 3), 'together');
  await answerItems(winner, items.slice(3), 'together');
  await both((kit) => kit.sendAll());
  expect(await on.state(check)).toBe('recording');

  // both sign and submit: the record is submitted once
  await both(async (kit) => {
    await kit.fetch();
    const strokes = [[120, 150, 300, 90, 480, 200]];
    for (const { officer } of officers) await kit.record('sign', { role: 'officer', officer, name: '执法员', strokes });
    await kit.record('sign', { role: 'object', officer: null, name: '王经理', strokes });
    await kit.record('submit', { note: '逐项检查完毕', refused: false, refusal: '' });
  });
  await both((kit) => kit.sendAll());
  expect(await on.state(check)).toBe('submitted');
  const steps = await on.app.db.rows<{ move: string; n: number }>(sql`
    select move, count(*)::int as n from history where resource = 'enforcement/check' and row_id = ${check}
      and move in ('accept', 'scanIn', 'record', 'submit') group by 1 order by 1`);
  expect(steps.map(({ move, n }) => [move, n])).toEqual([
    ['accept', 1],
    ['record', 1],
    ['scanIn', 1],
    ['submit', 1],
  ]);

  // each operation of either phone is there once, as the phone knows it, and what was refused with all that was recorded
  const recorded = (await both((kit) => kit.journal())).flat();
  const stored = await on.app.db.rows<{ op_id: string; outcome: string; content: object }>(
    sql`select op_id, outcome, content from field_operation where check_id = ${check} order by op_id`,
  );
  const known = recorded.map(({ operation, result }) => ({
    op_id: operation.id,
    outcome: result?.outcome,
    content: operation.content,
  }));
  expect(stored).toEqual(known.toSorted((one, other) => (one.op_id < other.op_id ? -1 : 1)));
  const answered = await on.app.db.rows<{ note: string }>(
    sql`select note from enforcement_check_answer where check_id = ${check} order by weigh`,
  );
  expect(answered.map(({ note }) => note)).toEqual(
    items.map((item, at) => `together ${at < 3 ? loser : winner} ${item}`),
  );
  const hashes = recorded.flatMap(({ operation }) => picturesOf(operation)).map(({ sha256 }) => sha256);
  const files = await on.app.db.row<{ n: number }>(
    sql`select count(distinct sha256)::int as n from routine_attachment where sha256 = any(${hashes}::text[])`,
  );
  expect(files?.n).toBe(hashes.length);
}, 120_000);
