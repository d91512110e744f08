import {
  maxOperationsPerCall,
  type Operation,
  type PendingOperations,
  picturesOf,
  type SyncAnswer,
} from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import type { EncryptedPhoneStore } from '../store/encrypted-phone-store-types.ts';
import {
  readPicture,
  readUnsentOperations,
  storeResultsOfOperations,
} from '../store/journal-of-phone-operations-and-pictures.ts';
import { type RunAcrossTabsOneAtATime, runAcrossTabsOneAtATime } from '../store/run-across-tabs-one-at-a-time.ts';

/** The platform, as the kit reaches it. A call rejects when it got no answer. */
export interface SyncServer {
  /** Which of these pictures, by their SHA-256, the platform has for a check. */
  have(check: number, hashes: readonly string[]): Promise<readonly string[]>;
  /** Sends a picture, going on where an earlier try stopped. */
  upload(sha256: string, bytes: ArrayBuffer): Promise<void>;
  /** Sends operations in their order. */
  sync(operations: readonly Operation[]): Promise<SyncAnswer>;
}

/** What a synchronisation came to. */
interface SyncReport {
  readonly sent: number;
  readonly refused: number;
  /** Why the platform took no decision about what is left. */
  readonly pending: PendingOperations | 'lost_picture' | null;
}

/**
 * Sends what the phone has recorded, each check in order: the pictures of a batch before its operations. What got no answer is sent
 * again under the same identifiers; the platform applies each once. Rejects when the network is gone: what was answered
 * by then is noted.
 */
export async function sendUnsentOperationsAndPictures(
  store: EncryptedPhoneStore,
  key: CryptoKey,
  platform: SyncServer,
  onProgress: (left: number) => void = () => undefined,
  alone_: RunAcrossTabsOneAtATime = runAcrossTabsOneAtATime,
): Promise<SyncReport> {
  let sent = 0;
  let refused = 0;
  let stopped: SyncReport['pending'] = null;
  // a check whose next operation cannot be decided waits; the others go on
  const waiting = new Set<number>();
  for (;;) {
    const unsent = await readUnsentOperations(store, key);
    onProgress(unsent.length);
    const batch = unsent.filter(({ check }) => !waiting.has(check)).slice(0, maxOperationsPerCall);
    const [first] = batch;
    if (!first) return { sent, refused, pending: stopped };
    const waits = await uploadPictures(store, key, platform, batch);
    const ready = waits === undefined ? batch : batch.slice(0, waits);
    if (ready.length === 0) {
      stopped ??= 'lost_picture';
      waiting.add(first.check);
      continue;
    }
    const { results, pending } = await platform.sync(ready);
    await storeResultsOfOperations(store, key, results, alone_);
    sent += results.length;
    refused += results.filter(({ outcome }) => outcome === 'refused').length;
    // without progress it would repeat for ever
    if (results.length === 0) {
      stopped ??= pending;
      waiting.add(first.check);
    }
  }
}

/**
 * Uploads the pictures of the first operation, if the platform lacks them. The position of the first operation that must
 * wait: for its pictures, which are uploaded after the steps before it, so that the platform sees them taken during the
 * visit; or because they are neither there nor on the phone. Undefined: none waits.
 */
async function uploadPictures(
  store: EncryptedPhoneStore,
  key: CryptoKey,
  platform: SyncServer,
  batch: readonly Operation[],
): Promise<number | undefined> {
  const uploadedByCheck = new Map<number, Set<string>>();
  for (const [at, operation] of batch.entries())
    for (const { sha256 } of picturesOf(operation)) {
      const { check } = operation;
      const uploaded = uploadedByCheck.get(check) ?? new Set(await platform.have(check, hashesOfCheck(batch, check)));
      uploadedByCheck.set(check, uploaded);
      if (uploaded.has(sha256)) continue;
      const bytes = at === 0 ? await readPicture(store, key, sha256) : undefined;
      if (!bytes) return at;
      await platform.upload(sha256, bytes);
      uploaded.add(sha256);
    }
  return undefined;
}

const hashesOfCheck = (batch: readonly Operation[], check: number): string[] => {
  const ofCheck = batch.filter((operation) => operation.check === check);
  return [...new Set(ofCheck.flatMap(picturesOf).map(({ sha256 }) => sha256))];
};
