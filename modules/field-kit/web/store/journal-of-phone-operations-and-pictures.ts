import {
  type Operation,
  type OperationContents,
  type OperationKind,
  type OperationPicture,
  type OperationPlace,
  type OperationResult,
  operationFormatVersion,
  picturesOf,
} from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import { uuidV7 } from '../../contract/uuid-v7.ts';
import { decryptBytes, decryptValue, encryptBytes, encryptValue } from './encrypt-and-decrypt-phone-record.ts';
import type { EncryptedPhoneStore, EncryptedRecord } from './encrypted-phone-store-types.ts';
import { type RunAcrossTabsOneAtATime, runAcrossTabsOneAtATime } from './run-across-tabs-one-at-a-time.ts';

/** An operation of this phone, with the platform's answer once there is one. */
export interface JournalEntry {
  readonly operation: Operation;
  /** Name of what is checked: a refused operation is shown also when its pack is gone. */
  readonly object?: string;
  readonly result?: OperationResult;
}

/** The clocks of a page. */
export interface PageClocks {
  now(): number;
  monotonic(): number;
  /** Tells pages apart: monotonic clocks compare within one. */
  readonly run: string;
}

const run = uuidV7();
const pageClocks: PageClocks = { now: () => Date.now(), monotonic: () => Math.round(performance.now()), run };

const operationId = (id: string) => `operation ${id}`;
const pictureId = (sha256: string) => `picture ${sha256}`;

/** A picture to be stored with an operation. */
export interface CapturedPicture extends OperationPicture {
  readonly bytes: ArrayBuffer;
}

interface NewOperation<K extends OperationKind> {
  readonly check: number;
  readonly kind: K;
  readonly content: OperationContents[K];
  readonly version: number;
  /** Download of the pack, if it names one. */
  readonly fetch?: number | undefined;
  readonly object?: string;
  readonly place: OperationPlace | null;
  /** Last position that the platform knew when the pack was fetched. */
  readonly lastSeq: number;
}

/**
 * Stores an operation, and resolves when it is on the disk: only then may the screen call it done. Throws `StorageFull`
 * if there is no space; nothing of it is stored then.
 */
export function recordOperation<K extends OperationKind>(
  store: EncryptedPhoneStore,
  key: CryptoKey,
  { check, kind, content, version, fetch, object = '', place, lastSeq }: NewOperation<K>,
  clocks: PageClocks = pageClocks,
  alone_: RunAcrossTabsOneAtATime = runAcrossTabsOneAtATime,
): Promise<Operation> {
  return alone_(async () => {
    const before = await store.list('operation');
    const ofCheck = await openAll(
      key,
      before.filter((one) => one.check === check),
    );
    const seq = Math.max(lastSeq, ...ofCheck.map(({ operation }) => operation.seq)) + 1;
    const at = clocks.now();
    const operation = {
      format: operationFormatVersion,
      id: uuidV7(at),
      check,
      seq,
      version,
      ...(fetch === undefined ? {} : { fetch }),
      kind,
      at,
      monotonic: clocks.monotonic(),
      run: clocks.run,
      place,
      content,
    } as Operation;
    await store.change([await sealEntry(key, { operation, object }, (before.at(-1)?.order ?? 0) + 1)]);
    return operation;
  });
}

async function sealEntry(key: CryptoKey, entry: JournalEntry, order: number): Promise<EncryptedRecord> {
  const { id, check } = entry.operation;
  const sealed = await encryptValue(key, operationId(id), entry);
  return {
    id: operationId(id),
    kind: 'operation',
    check,
    order,
    sent: entry.result !== undefined,
    until: 0,
    ...sealed,
  };
}

const openAll = (key: CryptoKey, records: readonly EncryptedRecord[]): Promise<JournalEntry[]> =>
  Promise.all(records.map((one) => decryptValue<JournalEntry>(key, one.id, one)));

/** All operations of this phone, in order. */
export const readJournal = async (store: EncryptedPhoneStore, key: CryptoKey): Promise<readonly JournalEntry[]> =>
  openAll(key, await store.list('operation'));

/** Operations that the platform has not answered, in order. */
export const readUnsentOperations = async (store: EncryptedPhoneStore, key: CryptoKey): Promise<readonly Operation[]> =>
  (
    await openAll(
      key,
      (await store.list('operation')).filter(({ sent }) => !sent),
    )
  ).map(({ operation }) => operation);

/** How many operations the platform has not answered. Needs no PIN. */
export const countUnsentOperations = async (store: EncryptedPhoneStore): Promise<number> =>
  (await store.list('operation')).filter(({ sent }) => !sent).length;

/** Notes the platform's answers. Pictures of answered operations are deleted unless another one still needs them. */
export function storeResultsOfOperations(
  store: EncryptedPhoneStore,
  key: CryptoKey,
  results: readonly OperationResult[],
  alone_: RunAcrossTabsOneAtATime = runAcrossTabsOneAtATime,
): Promise<void> {
  return alone_(async () => {
    const byId = new Map(results.map((one) => [operationId(one.id), one]));
    const records = await store.list('operation');
    const put: EncryptedRecord[] = [];
    const needed = new Set<string>();
    const answered = new Set<string>();
    for (const one of records) {
      const result = byId.get(one.id);
      if (one.sent) continue;
      const entry = await decryptValue<JournalEntry>(key, one.id, one);
      for (const { sha256 } of picturesOf(entry.operation)) (result ? answered : needed).add(pictureId(sha256));
      if (result) put.push(await sealEntry(key, { ...entry, result }, one.order));
    }
    await store.change(
      put,
      [...answered].filter((id) => !needed.has(id)),
    );
  });
}

/** Deletes refused operations that their officer has read: the platform has them as annexes. */
export const removeRefusedOperations = (
  store: EncryptedPhoneStore,
  ids: readonly string[],
  alone_: RunAcrossTabsOneAtATime = runAcrossTabsOneAtATime,
): Promise<void> =>
  alone_(async () => {
    const wanted = new Set(ids.map(operationId));
    const records = (await store.list('operation')).filter(({ id, sent }) => sent && wanted.has(id));
    await store.change(
      [],
      records.map(({ id }) => id),
    );
  });

/** Ms for which a picture waits for the operation that refers to it. */
const pictureWait = 86_400_000;

/** Deletes pictures that no unsent operation and no draft refers to: taken, and removed again before anything was recorded. */
export const removePicturesWithoutOperation = (
  store: EncryptedPhoneStore,
  key: CryptoKey,
  drafts: Iterable<unknown>,
  now = Date.now(),
  alone_: RunAcrossTabsOneAtATime = runAcrossTabsOneAtATime,
): Promise<void> =>
  alone_(async () => {
    const old = (await store.list('picture')).filter(({ order }) => order < now - pictureWait);
    if (old.length === 0) return;
    const inDrafts = JSON.stringify([...drafts]);
    const used = new Set(
      (await readUnsentOperations(store, key)).flatMap(picturesOf).map(({ sha256 }) => pictureId(sha256)),
    );
    const unused = old.filter(({ id }) => !used.has(id) && !inDrafts.includes(id.slice(pictureId('').length)));
    await store.change(
      [],
      unused.map(({ id }) => id),
    );
  });

/** Stores a picture before the operation that refers to it. */
export async function storePicture(
  store: EncryptedPhoneStore,
  key: CryptoKey,
  check: number,
  picture: CapturedPicture,
): Promise<void> {
  const id = pictureId(picture.sha256);
  const sealed = await encryptBytes(key, id, picture.bytes);
  const order = Date.now();
  await store.change([{ id, kind: 'picture', check, order, sent: false, until: 0, ...sealed }]);
}

/** Bytes of a picture; undefined once it is uploaded. */
export async function readPicture(
  store: EncryptedPhoneStore,
  key: CryptoKey,
  sha256: string,
): Promise<ArrayBuffer | undefined> {
  const found = await store.read(pictureId(sha256));
  return found && decryptBytes(key, found.id, found);
}
