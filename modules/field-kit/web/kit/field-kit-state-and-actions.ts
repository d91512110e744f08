import { create } from 'zustand';
import { isSignedIn, useAdminSession } from '#web/session/session.ts';
import type {
  Operation,
  OperationContents,
  OperationKind,
  PendingOperations,
} from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import type { CheckPack } from '../../contract/offline-check-pack-format.ts';
import {
  type CommonPackContent,
  readCommonPack,
  readPacks,
  removeExpiredPacks,
  storePacks,
} from '../store/encrypted-check-packs.ts';
import {
  type InputDrafts,
  inputDraftName,
  readInputDrafts,
  storeInputDrafts,
} from '../store/encrypted-input-drafts.ts';
import { type PhoneStoreHeader, StorageFull } from '../store/encrypted-phone-store-types.ts';
import { indexedDbPhoneStore } from '../store/indexed-db-phone-store.ts';
import {
  type CapturedPicture,
  countUnsentOperations,
  type JournalEntry,
  readJournal,
  recordOperation,
  removePicturesWithoutOperation,
  removeRefusedOperations,
  storePicture,
} from '../store/journal-of-phone-operations-and-pictures.ts';
import {
  calibrateIterations,
  changePin,
  createPhoneStoreWithPin,
  importDeviceKey,
  PhoneStoreExists,
  type UnlockResult,
  unlockWithPin,
} from '../store/pin-protected-key.ts';
import { sendUnsentOperationsAndPictures } from '../sync/send-unsent-operations-and-pictures.ts';
import { CallRefused, ServerUnreachable, SignedOut } from './call-server-without-sign-in-redirect.ts';
import { deviceNameFromUserAgent } from './device-name-from-user-agent.ts';
import {
  fetchCheckPacks,
  registerDevice,
  syncServerOfDevice,
  wipeIfRevoked,
  wipePhone,
} from './phone-registration-pack-sync-and-wipe-calls.ts';
import { currentPhonePosition } from './watch-phone-position.ts';

/** Why the last contact with the platform did not do all it should. */
export type ContactTrouble =
  | 'away'
  | 'signed_out'
  | 'other_account'
  | 'full'
  | 'revoked'
  | 'hand_in'
  | 'storage'
  | PendingOperations
  | 'lost_picture';

interface Kit {
  readonly phase: 'opening' | 'setup' | 'locked' | 'open';
  readonly header: PhoneStoreHeader | undefined;
  readonly packs: readonly CheckPack[];
  readonly common: CommonPackContent | undefined;
  readonly journal: readonly JournalEntry[];
  /** What was typed and not recorded yet. */
  readonly drafts: InputDrafts;
  /** Operations the platform has not answered; in sight also while the kit is locked. */
  readonly unsent: number;
  readonly busy: boolean;
  readonly trouble: ContactTrouble | undefined;
  /** Sentence of a refusal. */
  readonly message: string;
  /** Everything was deleted, because the phone was revoked or the PIN was wrong too often. */
  readonly wiped: boolean;
  /** Operations that were deleted with it, and that the platform never got. */
  readonly lost: number;
}

const noPacks = { packs: [], common: undefined } as const;
const closed = { ...noPacks, journal: [], drafts: {} } as const;

export const useFieldKit = create<Kit>(() => ({
  phase: 'opening',
  header: undefined,
  ...closed,
  unsent: 0,
  busy: false,
  trouble: undefined,
  message: '',
  wiped: false,
  lost: 0,
}));

const store = indexedDbPhoneStore;
/**
 * In memory only, while the kit is open. Work that began before it was locked compares the key that it began with: what
 * comes back late is not shown.
 */
let key: CryptoKey | undefined;

/** Opens the page: what has expired is deleted before anything is shown. */
export async function openFieldKit(): Promise<void> {
  lockFieldKit();
  try {
    await removeExpiredPacks(store);
    const header = await store.readHeader();
    useFieldKit.setState({ header, phase: header ? 'locked' : 'setup', unsent: await countUnsentOperations(store) });
  } catch {
    useFieldKit.setState({ phase: 'setup', trouble: 'storage' });
    return;
  }
  await contact();
}

/** Asks whether the phone was revoked. False: it was, and nothing is left, or only what waits for its PIN. */
async function contact(): Promise<boolean> {
  try {
    const found = await wipeIfRevoked(store, handInAll);
    if (useFieldKit.getState().trouble === 'away') useFieldKit.setState({ trouble: undefined });
    if (found.state === 'active') return true;
    if (found.state === 'waits') {
      useFieldKit.setState({
        ...(key ? {} : { phase: 'locked' }),
        ...noPacks,
        unsent: found.unsent,
        trouble: 'hand_in',
      });
      return false;
    }
    forget(true, found.lost);
  } catch (error) {
    noteTrouble(error);
    return true;
  }
  return false;
}

/** Of a revoked phone whose PIN was entered: hands in what was not uploaded, which is kept as annexes. */
async function handInAll(): Promise<void> {
  const { header } = useFieldKit.getState();
  if (!key || !header) return;
  await sendUnsentOperationsAndPictures(store, key, syncServerOfDevice(header.device), (unsent) =>
    useFieldKit.setState({ unsent }),
  );
}

function forget(wiped: boolean, lost = 0): void {
  key = undefined;
  useFieldKit.setState({ phase: 'setup', header: undefined, ...closed, unsent: 0, wiped, lost, trouble: undefined });
}

/** Sets the kit up for the officer who is signed in. */
export async function setUpFieldKit(pin: string, account: number, name: string): Promise<void> {
  try {
    // before the platform knows of a phone that comes to nothing
    if (await store.readHeader()) throw new PhoneStoreExists();
    const iterations = await calibrateIterations();
    const { device, secret, part } = await registerDevice(deviceNameFromUserAgent());
    const deviceKey = await importDeviceKey(Uint8Array.from(atob(part), (one) => one.charCodeAt(0)));
    key = await createPhoneStoreWithPin(store, pin, { account, name, device, secret, deviceKey }, iterations);
  } catch (error) {
    if (error instanceof PhoneStoreExists) return openFieldKit();
    throw error;
  }
  // a browser short of space may drop stored data unless the page asks for persistence
  void navigator.storage?.persist?.().catch(() => false);
  useFieldKit.setState({ header: await store.readHeader(), phase: 'open', wiped: false });
  await syncFieldKit();
}

/** Tries a PIN. */
export async function unlockFieldKitWithPin(pin: string): Promise<UnlockResult> {
  const unsent = await countUnsentOperations(store);
  const answer = await unlockWithPin(store, pin);
  if ('key' in answer) {
    ({ key } = answer);
    const drafts = await readInputDrafts(store, answer.key);
    await removePicturesWithoutOperation(store, answer.key, Object.values(drafts)).catch(() => undefined);
    useFieldKit.setState({ phase: 'open', drafts });
    await readAll(answer.key);
    void syncFieldKit();
  } else if ('wiped' in answer || 'none' in answer) forget('wiped' in answer, unsent);
  return answer;
}

/** Replaces the PIN; false if the old one is wrong. */
export const replacePin = async (old: string, pin: string): Promise<boolean> =>
  changePin(store, old, pin, await calibrateIterations());

/** Closes the kit until the PIN is entered again: neither the key nor anything it opened stays in memory. */
export function lockFieldKit(): void {
  void flushDrafts();
  key = undefined;
  const { phase } = useFieldKit.getState();
  useFieldKit.setState({ ...closed, ...(phase === 'open' ? { phase: 'locked' } : {}) });
}

/** Shows what is stored, unless the kit was locked meanwhile. */
async function readAll(opened: CryptoKey): Promise<void> {
  const [packs, common, journal, unsent] = await Promise.all([
    readPacks(store, opened),
    readCommonPack(store, opened),
    readJournal(store, opened),
    countUnsentOperations(store),
  ]);
  if (key === opened) useFieldKit.setState({ packs, common, journal, unsent });
}

function noteTrouble(error: unknown): void {
  if (error instanceof ServerUnreachable) useFieldKit.setState({ trouble: 'away' });
  else if (error instanceof SignedOut) useFieldKit.setState({ trouble: 'signed_out' });
  else if (error instanceof StorageFull) useFieldKit.setState({ trouble: 'full' });
  else if (error instanceof CallRefused) {
    const reason = (error.data as { reason?: string } | null)?.reason;
    useFieldKit.setState({ trouble: reason === 'revoked' ? 'revoked' : undefined, message: error.message });
  } else useFieldKit.setState({ message: String(error) });
}

let underWay: Promise<void> | undefined;

/** Sends what is recorded, and with `fetch` fetches the packs anew. One at a time, also among the tabs of this browser. */
export function syncFieldKit(fetch = true): Promise<void> {
  underWay ??= refreshAlone(fetch).finally(() => {
    underWay = undefined;
    useFieldKit.setState({ busy: false });
  });
  return underWay;
}

function refreshAlone(fetch: boolean): Promise<void> {
  const work = async (): Promise<void> => {
    useFieldKit.setState({ busy: true, message: '' });
    if (!(await contact())) return;
    const { header } = useFieldKit.getState();
    const opened = key;
    if (!opened || !header) return;
    if (isSignedIn('admin') && useAdminSession.getState().info?.id !== header.account) {
      useFieldKit.setState({ trouble: 'other_account' });
      return;
    }
    try {
      const onProgress = (unsent: number) => useFieldKit.setState({ unsent });
      const { pending, refused } = await sendUnsentOperationsAndPictures(
        store,
        opened,
        syncServerOfDevice(header.device),
        onProgress,
      );
      useFieldKit.setState({ trouble: pending ?? undefined });
      // after a refusal the officer goes on with what the platform has
      if (fetch || refused > 0) await renewPacks(opened, header.device);
    } catch (error) {
      noteTrouble(error);
    }
    await readAll(opened);
  };
  return 'locks' in navigator ? navigator.locks.request('xj-kit-sync', work) : work();
}

/** Fetches the packs. Checks with unsent operations keep the copy on which these were made. */
async function renewPacks(opened: CryptoKey, device: string): Promise<void> {
  const unsent = (await readJournal(store, opened)).filter(({ result }) => !result);
  const retained = [...new Set(unsent.map(({ operation }) => operation.check))];
  await storePacks(store, opened, await fetchCheckPacks(device, retained));
}

const noteUnstored = (error: unknown): false => {
  useFieldKit.setState({ trouble: error instanceof StorageFull ? 'full' : 'storage' });
  return false;
};

/**
 * Records an operation. Resolves to false if the phone has no space: nothing is recorded then, and the screen must not
 * say so.
 */
export async function recordOperationAndSync<K extends OperationKind>(
  { id: check, version, fetch, last_seq: lastSeq, object_name: object }: CheckPack,
  kind: K,
  content: OperationContents[K],
  place: Operation['place'] = currentPhonePosition(),
): Promise<boolean> {
  const opened = key;
  if (!opened) return false;
  try {
    await recordOperation(store, opened, { check, kind, content, version, fetch, object, place, lastSeq });
  } catch (error) {
    return noteUnstored(error);
  }
  await readAll(opened);
  if (navigator.onLine) void syncFieldKit(false);
  return true;
}

/** Stores a picture for the operation that will refer to it; false if the phone has no space. */
export async function storePictureForOperation(check: number, picture: CapturedPicture): Promise<boolean> {
  if (!key) return false;
  try {
    await storePicture(store, key, check, picture);
    return true;
  } catch (error) {
    return noteUnstored(error);
  }
}

/** Removes refused operations that the officer has read from the phone. */
export async function dismissRefusedOperation(ids: readonly string[]): Promise<void> {
  const opened = key;
  if (!opened) return;
  await removeRefusedOperations(store, ids);
  await readAll(opened);
}

/** Ms after the last keystroke at which a draft is stored. */
const draftPause = 400;

let changed: Record<string, unknown> = {};
let timer: ReturnType<typeof setTimeout> | undefined;

/** Holds what was typed in an input of a check, and stores it soon; undefined: nothing is left of it. */
export function holdDraft(check: number, name: string, value: unknown): void {
  const id = inputDraftName(check, name);
  useFieldKit.setState(({ drafts }) => ({ drafts: { ...drafts, [id]: value } }));
  changed[id] = value;
  clearTimeout(timer);
  timer = setTimeout(() => void flushDrafts(), draftPause);
}

/** Stores drafts at once: before the page is hidden or the kit locked. */
export async function flushDrafts(): Promise<void> {
  clearTimeout(timer);
  const drafts = changed;
  if (!key || Object.keys(drafts).length === 0) return;
  changed = {};
  await storeInputDrafts(store, key, drafts).catch(noteUnstored);
}

/** Deletes everything on this phone. */
export async function removeFieldKit(): Promise<void> {
  await wipePhone(store);
  forget(false);
}

/** The encrypted file with everything that was not uploaded. */
export const exportUnsentOperations = async (): Promise<Blob | undefined> =>
  (await import('../store/export-unsent-operations-to-file.ts')).exportUnsentOperationsToFile(store);
