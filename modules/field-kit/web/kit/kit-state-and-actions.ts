import { create } from 'zustand';
import { isSignedIn, useAdminSession } from '#web/session/session.ts';
import type { CheckPack } from '../../contract/check-pack.ts';
import type {
  Operation,
  OperationContents,
  OperationKind,
  PendingOperations,
} from '../../contract/operation-format.ts';
import { type Drafts, draftName, readDrafts, storeDrafts } from '../store/drafts.ts';
import { StorageFull, type VaultHeader } from '../store/encrypted-field-store.ts';
import { indexedDbFieldStore } from '../store/indexed-db-field-store.ts';
import {
  type CapturedPicture,
  countUnsent,
  type JournalEntry,
  readJournal,
  recordOperation,
  removeRefused,
  removeUnusedPictures,
  storePicture,
} from '../store/operation-journal.ts';
import {
  calibrateIterations,
  changePin,
  createVault,
  importDeviceKey,
  type Unlocked,
  unlock,
  VaultExists,
} from '../store/pin-protected-key.ts';
import { type CommonPack, readCommonPack, readPacks, removeExpiredPacks, storePacks } from '../store/stored-packs.ts';
import { sendUnsentOperationsAndPictures } from '../sync/send-unsent-operations-and-pictures.ts';
import { CallRefused, ServerUnreachable, SignedOut } from './call-server-without-redirect.ts';
import { fetchPacks, registerDevice, syncServerOfDevice, wipeIfRevoked, wipePhone } from './device-and-pack-calls.ts';
import { deviceName } from './device-name.ts';
import { currentPlace } from './watch-position.ts';

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
  readonly header: VaultHeader | undefined;
  readonly packs: readonly CheckPack[];
  readonly common: CommonPack | undefined;
  readonly journal: readonly JournalEntry[];
  /** What was typed and not recorded yet. */
  readonly drafts: Drafts;
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

export const useKit = create<Kit>(() => ({
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

const store = indexedDbFieldStore;
/**
 * In memory only, while the kit is open. Work that began before it was locked compares the key that it began with: what
 * comes back late is not shown.
 */
let key: CryptoKey | undefined;

/** Opens the page: what has expired is deleted before anything is shown. */
export async function openKit(): Promise<void> {
  lockKit();
  try {
    await removeExpiredPacks(store);
    const header = await store.readHeader();
    useKit.setState({ header, phase: header ? 'locked' : 'setup', unsent: await countUnsent(store) });
  } catch {
    useKit.setState({ phase: 'setup', trouble: 'storage' });
    return;
  }
  await contact();
}

/** Asks whether the phone was revoked. False: it was, and nothing is left, or only what waits for its PIN. */
async function contact(): Promise<boolean> {
  try {
    const found = await wipeIfRevoked(store, handInAll);
    if (useKit.getState().trouble === 'away') useKit.setState({ trouble: undefined });
    if (found.state === 'active') return true;
    if (found.state === 'waits') {
      useKit.setState({ ...(key ? {} : { phase: 'locked' }), ...noPacks, unsent: found.unsent, trouble: 'hand_in' });
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
  const { header } = useKit.getState();
  if (!key || !header) return;
  await sendUnsentOperationsAndPictures(store, key, syncServerOfDevice(header.device), (unsent) =>
    useKit.setState({ unsent }),
  );
}

function forget(wiped: boolean, lost = 0): void {
  key = undefined;
  useKit.setState({ phase: 'setup', header: undefined, ...closed, unsent: 0, wiped, lost, trouble: undefined });
}

/** Sets the kit up for the officer who is signed in. */
export async function setUpKit(pin: string, account: number, name: string): Promise<void> {
  try {
    // before the platform knows of a phone that comes to nothing
    if (await store.readHeader()) throw new VaultExists();
    const iterations = await calibrateIterations();
    const { device, secret, part } = await registerDevice(deviceName());
    const deviceKey = await importDeviceKey(Uint8Array.from(atob(part), (one) => one.charCodeAt(0)));
    key = await createVault(store, pin, { account, name, device, secret, deviceKey }, iterations);
  } catch (error) {
    if (error instanceof VaultExists) return openKit();
    throw error;
  }
  // a browser short of space may drop stored data unless the page asks for persistence
  void navigator.storage?.persist?.().catch(() => false);
  useKit.setState({ header: await store.readHeader(), phase: 'open', wiped: false });
  await refreshKit();
}

/** Tries a PIN. */
export async function openWithPin(pin: string): Promise<Unlocked> {
  const unsent = await countUnsent(store);
  const answer = await unlock(store, pin);
  if ('key' in answer) {
    ({ key } = answer);
    const drafts = await readDrafts(store, answer.key);
    await removeUnusedPictures(store, answer.key, Object.values(drafts)).catch(() => undefined);
    useKit.setState({ phase: 'open', drafts });
    await readAll(answer.key);
    void refreshKit();
  } else if ('wiped' in answer || 'none' in answer) forget('wiped' in answer, unsent);
  return answer;
}

/** Replaces the PIN; false if the old one is wrong. */
export const replacePin = async (old: string, pin: string): Promise<boolean> =>
  changePin(store, old, pin, await calibrateIterations());

/** Closes the kit until the PIN is entered again: neither the key nor anything it opened stays in memory. */
export function lockKit(): void {
  void flushDrafts();
  key = undefined;
  const { phase } = useKit.getState();
  useKit.setState({ ...closed, ...(phase === 'open' ? { phase: 'locked' } : {}) });
}

/** Shows what is stored, unless the kit was locked meanwhile. */
async function readAll(opened: CryptoKey): Promise<void> {
  const [packs, common, journal, unsent] = await Promise.all([
    readPacks(store, opened),
    readCommonPack(store, opened),
    readJournal(store, opened),
    countUnsent(store),
  ]);
  if (key === opened) useKit.setState({ packs, common, journal, unsent });
}

function noteTrouble(error: unknown): void {
  if (error instanceof ServerUnreachable) useKit.setState({ trouble: 'away' });
  else if (error instanceof SignedOut) useKit.setState({ trouble: 'signed_out' });
  else if (error instanceof StorageFull) useKit.setState({ trouble: 'full' });
  else if (error instanceof CallRefused) {
    const reason = (error.data as { reason?: string } | null)?.reason;
    useKit.setState({ trouble: reason === 'revoked' ? 'revoked' : undefined, message: error.message });
  } else useKit.setState({ message: String(error) });
}

let underWay: Promise<void> | undefined;

/** Sends what is recorded, and with `fetch` fetches the packs anew. One at a time, also among the tabs of this browser. */
export function refreshKit(fetch = true): Promise<void> {
  underWay ??= refreshAlone(fetch).finally(() => {
    underWay = undefined;
    useKit.setState({ busy: false });
  });
  return underWay;
}

function refreshAlone(fetch: boolean): Promise<void> {
  const work = async (): Promise<void> => {
    useKit.setState({ busy: true, message: '' });
    if (!(await contact())) return;
    const { header } = useKit.getState();
    const opened = key;
    if (!opened || !header) return;
    if (isSignedIn('admin') && useAdminSession.getState().info?.id !== header.account) {
      useKit.setState({ trouble: 'other_account' });
      return;
    }
    try {
      const onProgress = (unsent: number) => useKit.setState({ unsent });
      const { pending, refused } = await sendUnsentOperationsAndPictures(
        store,
        opened,
        syncServerOfDevice(header.device),
        onProgress,
      );
      useKit.setState({ trouble: pending ?? undefined });
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
  await storePacks(store, opened, await fetchPacks(device, retained));
}

const noteUnstored = (error: unknown): false => {
  useKit.setState({ trouble: error instanceof StorageFull ? 'full' : 'storage' });
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
  place: Operation['place'] = currentPlace(),
): Promise<boolean> {
  const opened = key;
  if (!opened) return false;
  try {
    await recordOperation(store, opened, { check, kind, content, version, fetch, object, place, lastSeq });
  } catch (error) {
    return noteUnstored(error);
  }
  await readAll(opened);
  if (navigator.onLine) void refreshKit(false);
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
export async function dismissRefused(ids: readonly string[]): Promise<void> {
  const opened = key;
  if (!opened) return;
  await removeRefused(store, ids);
  await readAll(opened);
}

/** Ms after the last keystroke at which a draft is stored. */
const draftPause = 400;

let changed: Record<string, unknown> = {};
let timer: ReturnType<typeof setTimeout> | undefined;

/** Holds what was typed in an input of a check, and stores it soon; undefined: nothing is left of it. */
export function holdDraft(check: number, name: string, value: unknown): void {
  const id = draftName(check, name);
  useKit.setState(({ drafts }) => ({ drafts: { ...drafts, [id]: value } }));
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
  await storeDrafts(store, key, drafts).catch(noteUnstored);
}

/** Deletes everything on this phone. */
export async function removeKit(): Promise<void> {
  await wipePhone(store);
  forget(false);
}

/** The encrypted file with everything that was not uploaded. */
export const exportKit = async (): Promise<Blob | undefined> =>
  (await import('../store/make-exported-file.ts')).makeBundle(store);
