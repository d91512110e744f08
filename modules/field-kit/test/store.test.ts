import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  Operation,
  OperationResult,
  SyncAnswer,
} from '../contract/offline-check-operation-and-sync-answer-format.ts';
import { isUuidV7, uuidV7 } from '../contract/uuid-v7.ts';
import {
  decryptFileExportedByPhone,
  ExportedFileTooLarge,
  UnreadableExportedFile,
  WrongPin,
} from '../web/office/decrypt-file-exported-by-phone.ts';
import { decryptValue, encryptValue } from '../web/store/encrypt-and-decrypt-phone-record.ts';
import { readPacks, removeExpiredPacks, storePacks } from '../web/store/encrypted-check-packs.ts';
import { readInputDrafts, storeInputDrafts } from '../web/store/encrypted-input-drafts.ts';
import { exportUnsentOperationsToFile } from '../web/store/export-unsent-operations-to-file.ts';
import {
  countUnsentOperations,
  readJournal,
  readPicture,
  readUnsentOperations,
  recordOperation,
  removePicturesWithoutOperation,
  removeRefusedOperations,
  storePicture,
} from '../web/store/journal-of-phone-operations-and-pictures.ts';
import {
  changePin,
  createPhoneStoreWithPin,
  dataKeyOf,
  importDeviceKey,
  isPinAcceptable,
  maxWrongPins,
  PhoneStoreExists,
  pauseAfterWrongPins,
  unlockWithPin,
} from '../web/store/pin-protected-key.ts';
import { type SyncServer, sendUnsentOperationsAndPictures } from '../web/sync/send-unsent-operations-and-pictures.ts';
import { createSerialQueue, memoryStore } from './memory-store.ts';
import { pack } from './pack-sample.ts';

const part = Buffer.from('a'.repeat(32)).toString('base64');
const deviceKey = await importDeviceKey(Buffer.from(part, 'base64'));
const owner = { account: 7, name: '李明', device: 'd1', secret: 's', deviceKey };
const readPart = async () => part;
const rounds = 1000;
const pin = '482913';

test('identifiers sort in the order in which they were made, also while the clock is set back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2 ** 47 }), { minLength: 2, maxLength: 300 }), (clock) => {
      const made = clock.map((now) => uuidV7(now));
      expect(made.every(isUuidV7)).toBe(true);
      expect(made.toSorted()).toEqual(made);
    }),
  );
  const now = 2 ** 47 + 5;
  expect(Number.parseInt(uuidV7(now).replaceAll('-', '').slice(0, 12), 16)).toBe(now);
});

describe('the PIN', () => {
  test('is refused while it is short, of one digit or in a row', () => {
    expect(['12345', '111111', '123456', '654321', '12345a', ''].filter(isPinAcceptable)).toEqual([]);
    expect(['482913', '112233', '908172635'].filter(isPinAcceptable)).toHaveLength(3);
  });

  test('opens the store, slows down after three wrong ones, and deletes everything after ten', async () => {
    const store = memoryStore();
    const key = await createPhoneStoreWithPin(store, pin, owner, rounds);
    await storePacks(
      store,
      key,
      { checks: [pack(1)], left_out: 0, phrases: [], refusals: [], templates: [] },
      0,
      createSerialQueue(),
    );
    expect('key' in (await unlockWithPin(store, pin, 0))).toBe(true);
    let now = 1000;
    for (let failure = 1; failure < maxWrongPins; failure++) {
      expect(await unlockWithPin(store, '000000', now)).toEqual({
        left: maxWrongPins - failure,
        closedUntil: now + pauseAfterWrongPins(failure),
      });
      if (failure >= 3)
        expect(await unlockWithPin(store, pin, now + 1)).toEqual({ closedUntil: now + pauseAfterWrongPins(failure) });
      now += pauseAfterWrongPins(failure);
    }
    expect(store.records.size).toBe(2);
    expect(await unlockWithPin(store, '000000', now)).toEqual({ wiped: true });
    expect(store.records.size).toBe(0);
    expect(await unlockWithPin(store, pin, now)).toEqual({ none: true });
  });

  test('is counted before it is tried, so that a killed page does not undo it', async () => {
    const store = memoryStore();
    await createPhoneStoreWithPin(store, pin, owner, rounds);
    void unlockWithPin(store, '000000', 0).catch(() => undefined);
    await Promise.resolve();
    await Promise.resolve();
    expect((await store.readHeader())?.failures).toBe(1);
  });

  test('can be changed without writing the records again', async () => {
    const store = memoryStore();
    const key = await createPhoneStoreWithPin(store, pin, owner, rounds);
    await store.change([
      { id: 'x', kind: 'common', check: 0, order: 0, sent: true, until: 0, ...(await encryptValue(key, 'x', 'kept')) },
    ]);
    expect(await changePin(store, '000000', '739182', rounds, 0)).toBe(false);
    expect(await changePin(store, pin, '739182', rounds, 0)).toBe(true);
    expect('key' in (await unlockWithPin(store, pin, 0))).toBe(false);
    const opened = await unlockWithPin(store, '739182', 0);
    if (!('key' in opened)) throw new Error('closed');
    const found = await store.read('x');
    expect(found && (await decryptValue(opened.key, 'x', found))).toBe('kept');
  });
});

test('neither the PIN nor the key of the phone opens the store alone', async () => {
  const store = memoryStore();
  const key = await createPhoneStoreWithPin(store, pin, owner, rounds);
  expect(deviceKey.extractable).toBe(false);
  expect(key.extractable).toBe(false);
  const header = await store.readHeader();
  if (!header) throw new Error('no header');
  const { deviceKey: _removed, ...copied } = header;
  await expect(dataKeyOf(pin, copied)).rejects.toThrow();
  const other = await importDeviceKey(Buffer.from('b'.repeat(32)));
  await expect(dataKeyOf(pin, { ...copied, deviceKey: other })).rejects.toThrow();
  await expect(dataKeyOf(pin, header)).resolves.toBeDefined();
});

test('a phone that was set up before it had a key of its own opens as before', async () => {
  const store = memoryStore();
  const { deviceKey: _later, ...earlier } = owner;
  await createPhoneStoreWithPin(store, pin, earlier, rounds);
  expect('key' in (await unlockWithPin(store, pin, 0))).toBe(true);
  const file = await exportUnsentOperationsToFile(store, 5);
  expect(file && (await decryptFileExportedByPhone(file, pin, readPart)).header.bound).toBe(false);
});

test('nothing legible is stored, and a record does not open in the place of another', async () => {
  const store = memoryStore();
  const key = await createPhoneStoreWithPin(store, pin, owner, rounds);
  await storePacks(
    store,
    key,
    { checks: [pack(1), pack(2)], left_out: 0, phrases: [], refusals: [], templates: [] },
    0,
    createSerialQueue(),
  );
  const stored = [...store.records.values()];
  for (const { data } of stored) expect(Buffer.from(data).toString('latin1')).not.toContain('object_name');
  const [one, other] = stored;
  if (!one || !other) throw new Error('nothing stored');
  await expect(decryptValue(key, other.id, one)).rejects.toThrow();
  const altered = new Uint8Array(one.data.slice(0));
  altered[3] = (altered[3] ?? 0) ^ 1;
  await expect(decryptValue(key, one.id, { iv: one.iv, data: altered.buffer })).rejects.toThrow();
});

test('packs are gone after seven days, what was recorded is not', async () => {
  const store = memoryStore();
  const key = await createPhoneStoreWithPin(store, pin, owner, rounds);
  await storePacks(
    store,
    key,
    { checks: [pack(1)], left_out: 0, phrases: [], refusals: [], templates: [] },
    0,
    createSerialQueue(),
  );
  await recordOperation(store, key, accept(1), undefined, createSerialQueue());
  await removeExpiredPacks(store, 7 * 86_400_000 - 1);
  expect(await readPacks(store, key)).toHaveLength(1);
  await removeExpiredPacks(store, 7 * 86_400_000);
  expect(await readPacks(store, key)).toHaveLength(0);
  expect(await countUnsentOperations(store)).toBe(1);
});

const accept = (check: number) =>
  ({ check, kind: 'accept', content: {}, version: 1, place: null, lastSeq: 0 }) as const;
const answer = (check: number, item: number, pictures: string[] = []) =>
  ({
    check,
    kind: 'answer',
    content: {
      item,
      answer: 'yes',
      value: '',
      note: '',
      pictures: pictures.map((sha256) => ({ sha256, original: sha256, captured_at: 0, size: 1 })),
    },
    version: 1,
    place: null,
    lastSeq: 0,
  }) as const;

/** A platform as the server is: each operation once, in order within its check, pictures before operations. */
function fakePlatform(cut: () => void) {
  const pictures = new Set<string>();
  const applied = new Map<string, { operation: Operation; times: number }>();
  const lastSeq = new Map<number, number>();
  const answerOne = (operation: Operation): OperationResult | 'out_of_order' | 'missing_file' => {
    const result = { id: operation.id, outcome: 'applied', reason: null, message: null, flags: [] } as const;
    if (applied.has(operation.id)) return result;
    if (operation.seq !== (lastSeq.get(operation.check) ?? 0) + 1) return 'out_of_order';
    const needed = 'pictures' in operation.content ? operation.content.pictures : [];
    if (needed.some(({ sha256 }) => !pictures.has(sha256))) return 'missing_file';
    lastSeq.set(operation.check, operation.seq);
    applied.set(operation.id, { operation, times: 1 });
    return result;
  };
  const platform: SyncServer = {
    async have(_check, hashes) {
      cut();
      return hashes.filter((one) => pictures.has(one));
    },
    async upload(sha256) {
      cut();
      pictures.add(sha256);
      cut();
    },
    async sync(operations): Promise<SyncAnswer> {
      cut();
      const results: OperationResult[] = [];
      for (const one of operations) {
        const result = answerOne(one);
        if (typeof result === 'string') return { results, pending: result };
        results.push(result);
      }
      // done, but nobody hears of it
      cut();
      return { results, pending: null };
    },
  };
  return { platform, applied, pictures };
}

test('however often the line or the page breaks, each operation arrives once, in order, with its pictures', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 2 })), {
        minLength: 1,
        maxLength: 60,
      }),
      fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
      async (steps, chance) => {
        const isCut = () => (chance.next().value ?? 0) < 3;
        let dies = true;
        const store = memoryStore(() => {
          if (dies && isCut()) throw new Error('killed');
        });
        const key = await createPhoneStoreWithPin(store, pin, owner, 1);
        const turn = createSerialQueue();
        const { platform, applied, pictures } = fakePlatform(() => {
          if (isCut()) throw new Error('cut');
        });
        const acknowledged: string[] = [];
        const wanted = new Set<string>();
        for (const [at, [check, shots]] of steps.entries()) {
          const hashes = Array.from({ length: shots }, (_, shot) => `${at}-${shot}`);
          const made = await (async () => {
            for (const sha256 of hashes)
              await storePicture(store, key, check, {
                sha256,
                original: sha256,
                captured_at: 0,
                size: 1,
                bytes: new ArrayBuffer(1),
              });
            return recordOperation(store, key, answer(check, at, hashes), undefined, turn);
          })().catch(() => undefined);
          if (made) {
            acknowledged.push(made.id);
            for (const one of hashes) wanted.add(one);
          }
          await sendUnsentOperationsAndPictures(store, key, platform, undefined, turn).catch(() => undefined);
        }
        dies = false;
        while ((await countUnsentOperations(store)) > 0)
          await sendUnsentOperationsAndPictures(store, key, platform, undefined, turn).catch(() => undefined);
        expect([...applied.keys()]).toEqual(acknowledged);
        for (const one of wanted) expect(pictures.has(one)).toBe(true);
        const seen = new Map<number, number>();
        for (const { operation, times } of applied.values()) {
          expect(times).toBe(1);
          expect(operation.seq).toBe((seen.get(operation.check) ?? 0) + 1);
          seen.set(operation.check, operation.seq);
        }
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

test('an operation is acknowledged only once it is stored, and an answered one stays until its check is fetched anew', async () => {
  let full = false;
  const store = memoryStore(() => {
    if (full) throw new Error('full');
  });
  const key = await createPhoneStoreWithPin(store, pin, owner, rounds);
  const turn = createSerialQueue();
  full = true;
  await expect(recordOperation(store, key, accept(1), undefined, turn)).rejects.toThrow('full');
  full = false;
  await recordOperation(store, key, accept(1), undefined, turn);
  const { platform } = fakePlatform(() => undefined);
  await sendUnsentOperationsAndPictures(store, key, platform, undefined, turn);
  expect(await readUnsentOperations(store, key)).toEqual([]);
  expect((await readJournal(store, key)).map(({ result }) => result?.outcome)).toEqual(['applied']);
  expect(await readPicture(store, key, 'none')).toBeUndefined();
  await storePacks(
    store,
    key,
    { checks: [{ ...pack(1), last_seq: 1 }], left_out: 0, phrases: [], refusals: [], templates: [] },
    0,
    turn,
  );
  expect(await readJournal(store, key)).toEqual([]);
});

const refuseAll = (platform: SyncServer): SyncServer => ({
  ...platform,
  sync: async (operations) => ({
    results: operations.map(({ id }) => ({
      id,
      outcome: 'refused',
      reason: 'stale_version',
      message: '他人已先办理',
      flags: [],
    })),
    pending: null,
  }),
});

test('what was refused stays until its officer has read it, also when its check is fetched anew or gone', async () => {
  const store = memoryStore();
  const key = await createPhoneStoreWithPin(store, pin, owner, rounds);
  const turn = createSerialQueue();
  const made = await recordOperation(store, key, { ...accept(1), object: '昆明某酒店' }, undefined, turn);
  await sendUnsentOperationsAndPictures(store, key, refuseAll(fakePlatform(() => undefined).platform), undefined, turn);
  const answerSet = { left_out: 0, phrases: [], refusals: [], templates: [] };
  for (const checks of [[{ ...pack(1), last_seq: 1 }], []]) {
    await storePacks(store, key, { ...answerSet, checks }, 0, turn);
    const journal = await readJournal(store, key);
    expect(journal.map(({ object, result }) => [object, result?.outcome])).toEqual([['昆明某酒店', 'refused']]);
  }
  await removeRefusedOperations(store, [made.id], turn);
  expect(await readJournal(store, key)).toEqual([]);
});

test('a signature stays on the phone as long as the platform does not return it with the pack', async () => {
  const store = memoryStore();
  const key = await createPhoneStoreWithPin(store, pin, owner, rounds);
  const turn = createSerialQueue();
  const content = { role: 'object', officer: null, name: '王经理', strokes: [[1, 1]] } as const;
  await recordOperation(store, key, { ...accept(1), kind: 'sign', content }, undefined, turn);
  await sendUnsentOperationsAndPictures(store, key, fakePlatform(() => undefined).platform, undefined, turn);
  const answerSet = { left_out: 0, phrases: [], refusals: [], templates: [] };
  await storePacks(store, key, { ...answerSet, checks: [pack(1)] }, 0, turn);
  expect(await readJournal(store, key)).toHaveLength(1);
  await storePacks(store, key, { ...answerSet, checks: [{ ...pack(1), signatures: [] }] }, 0, turn);
  expect(await readJournal(store, key)).toEqual([]);
});

test('drafts are stored encrypted, read again and deleted with what they belong to', async () => {
  const store = memoryStore();
  const key = await createPhoneStoreWithPin(store, pin, owner, rounds);
  await storeInputDrafts(store, key, { '1 item 7': { note: '二楼通道' }, '1 refuse': { note: '门锁着' } }, 0);
  for (const { data } of store.records.values()) expect(Buffer.from(data).toString('utf8')).not.toContain('通道');
  await storeInputDrafts(store, key, { '1 refuse': undefined }, 0);
  expect(await readInputDrafts(store, key)).toEqual({ '1 item 7': { note: '二楼通道' } });
  await removeExpiredPacks(store, 7 * 86_400_000);
  expect(await readInputDrafts(store, key)).toEqual({});
});

test('a picture that nothing refers to any more is deleted after a day', async () => {
  const store = memoryStore();
  const key = await createPhoneStoreWithPin(store, pin, owner, rounds);
  const turn = createSerialQueue();
  const bytes = new ArrayBuffer(1);
  for (const sha256 of ['sent', 'drafted', 'dropped'])
    await storePicture(store, key, 1, { sha256, original: sha256, captured_at: 0, size: 1, bytes });
  await recordOperation(store, key, answer(1, 7, ['sent']), undefined, turn);
  const drafts = [{ pictures: [{ sha256: 'drafted' }] }];
  await removePicturesWithoutOperation(store, key, drafts, Date.now(), turn);
  expect(await store.list('picture')).toHaveLength(3);
  await removePicturesWithoutOperation(store, key, drafts, Date.now() + 2 * 86_400_000, turn);
  expect((await store.list('picture')).map(({ id }) => id).toSorted()).toEqual(['picture drafted', 'picture sent']);
});

test('a check that cannot go on does not keep the operations of others on the phone', async () => {
  const store = memoryStore();
  const key = await createPhoneStoreWithPin(store, pin, owner, rounds);
  const turn = createSerialQueue();
  const { platform, applied } = fakePlatform(() => undefined);
  await recordOperation(store, key, answer(1, 1, ['gone']), undefined, turn);
  const made = [];
  for (let n = 0; n < 30; n++)
    made.push(await recordOperation(store, key, answer(n % 2 === 0 ? 2 : 3, n, []), undefined, turn));
  const report = await sendUnsentOperationsAndPictures(store, key, platform, undefined, turn);
  expect(report).toMatchObject({ sent: 30, pending: 'lost_picture' });
  expect([...applied.keys()].toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  const stuck = {
    ...platform,
    sync: (operations: readonly Operation[]) =>
      operations[0]?.check === 4
        ? Promise.resolve({ results: [], pending: 'no_pack' as const })
        : platform.sync(operations),
  };
  await recordOperation(store, key, accept(4), undefined, turn);
  await recordOperation(store, key, accept(5), undefined, turn);
  expect(await sendUnsentOperationsAndPictures(store, key, stuck, undefined, turn)).toMatchObject({ sent: 1 });
  expect((await readUnsentOperations(store, key)).map(({ check }) => check)).toEqual([1, 4]);
});

test('a kit is never set up in place of another one', async () => {
  const store = memoryStore();
  const key = await createPhoneStoreWithPin(store, pin, owner, rounds);
  await recordOperation(store, key, accept(1), undefined, createSerialQueue());
  await expect(createPhoneStoreWithPin(store, '739154', owner, rounds)).rejects.toThrow(PhoneStoreExists);
  expect(await countUnsentOperations(store)).toBe(1);
});

test('an exported file opens with the PIN only, and holds what was not uploaded', async () => {
  const store = memoryStore();
  const key = await createPhoneStoreWithPin(store, pin, owner, rounds);
  const turn = createSerialQueue();
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  await storePicture(store, key, 1, { sha256: 'aa', original: 'bb', captured_at: 0, size: 3, bytes });
  const made = await recordOperation(store, key, answer(1, 7, ['aa']), undefined, turn);
  const file = await exportUnsentOperationsToFile(store, 5);
  if (!file) throw new Error('no file');
  expect(await file.text()).not.toContain('"item"');
  await expect(decryptFileExportedByPhone(file, '000000', readPart)).rejects.toThrow(WrongPin);
  await expect(decryptFileExportedByPhone(new Blob(['{}']), pin, readPart)).rejects.toThrow(UnreadableExportedFile);
  const opened = await decryptFileExportedByPhone(file, pin, readPart);
  expect(opened.header).toMatchObject({ device: 'd1', account: 7, made_at: 5 });
  expect(opened.operations).toEqual([made]);
  expect(new Uint8Array(opened.pictures.get('aa') ?? new ArrayBuffer(0))).toEqual(new Uint8Array(bytes));
  expect(opened.damaged).toBe(0);
  // cut off, or changed: what is whole opens
  const whole = await file.text();
  const cut = await decryptFileExportedByPhone(
    new Blob([`${whole.slice(0, -30)}\n{"id":"operation x"}\n`]),
    pin,
    readPart,
  );
  expect([cut.pictures.size, cut.operations.length, cut.damaged]).toEqual([1, 0, 2]);
  const [head = '', ...lines] = whole.split('\n');
  const endless = JSON.stringify({ ...JSON.parse(head), iterations: 2 ** 31 });
  await expect(decryptFileExportedByPhone(new Blob([[endless, ...lines].join('\n')]), pin, readPart)).rejects.toThrow(
    UnreadableExportedFile,
  );
  const huge = Object.assign(new Blob([whole]), {});
  Object.defineProperty(huge, 'size', { value: 10 * 1024 ** 3 });
  await expect(decryptFileExportedByPhone(huge, pin, readPart)).rejects.toThrow(ExportedFileTooLarge);
});
