import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { SyncAnswer } from '../contract/operation-format.ts';
import { countUnsent, recordOperation, storePicture } from '../web/store/operation-journal.ts';
import { createVault } from '../web/store/pin-protected-key.ts';
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
    have: (hashes) =>
      overLine(
        async () => ok(await phone.client.post<{ hashes: string[] }>('/admin/field.kit/have', { hashes })).hashes,
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
    const key = await createVault(store, '482913', { account: 1, name: '', device: '', secret: '' }, 1);
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
    for (let tries = 0; (await countUnsent(store)) > 0 && tries < 2000; tries++)
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
