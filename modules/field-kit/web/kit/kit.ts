import { create } from 'zustand';
import { isSignedIn, useAdminSession } from '#web/session/session.ts';
import type { Operation, OperationContents, OperationKind, Pending } from '../../contract/operation.ts';
import type { CheckPack } from '../../contract/pack.ts';
import { browserStore } from '../store/browser-store.ts';
import { StorageFull, type VaultHeader } from '../store/field-store.ts';
import {
  type CapturedPicture,
  countUnsent,
  type JournalEntry,
  readJournal,
  record,
  storePicture,
} from '../store/journal.ts';
import { type CommonPack, readCommon, readPacks, removeExpired, storePacks } from '../store/packs.ts';
import { createVault, type Unlocked, unlock, VaultExists } from '../store/vault.ts';
import { synchronise } from '../sync/synchronise.ts';
import { Away, CallRefused, SignedOut } from './office-call.ts';
import { currentPlace, deviceName } from './phone.ts';
import { fetchPacks, platformOf, registerDevice, wipeIfRevoked, wipePhone } from './platform.ts';

/** Why the last contact with the platform did not do all it should. */
export type Trouble =
  | 'away'
  | 'signed_out'
  | 'other_account'
  | 'full'
  | 'revoked'
  | 'hand_in'
  | 'storage'
  | Pending
  | 'lost_picture';

interface Kit {
  readonly phase: 'opening' | 'setup' | 'locked' | 'open';
  readonly header: VaultHeader | undefined;
  readonly packs: readonly CheckPack[];
  readonly common: CommonPack | undefined;
  readonly journal: readonly JournalEntry[];
  /** Operations the platform has not answered; in sight also while the kit is locked. */
  readonly unsent: number;
  readonly busy: boolean;
  readonly trouble: Trouble | undefined;
  /** Sentence of a refusal. */
  readonly message: string;
  /** Everything was deleted, because the phone was revoked or the PIN was wrong too often. */
  readonly wiped: boolean;
  /** Operations that were deleted with it, and that the platform never got. */
  readonly lost: number;
}

const noPacks = { packs: [], common: undefined } as const;
const closed = { ...noPacks, journal: [] } as const;

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

const store = browserStore;
/** In memory only, while the kit is open. */
let key: CryptoKey | undefined;

/** Opens the page: what has expired is deleted before anything is shown. */
export async function openKit(): Promise<void> {
  try {
    await removeExpired(store);
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
  await synchronise(store, key, platformOf(header.device), (unsent) => useKit.setState({ unsent }));
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
    const { device, secret } = await registerDevice(deviceName());
    key = await createVault(store, pin, { account, name, device, secret });
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
    useKit.setState({ phase: 'open' });
    await readAll();
    void refreshKit();
  } else if ('wiped' in answer || 'none' in answer) forget('wiped' in answer, unsent);
  return answer;
}

/** Closes the kit until the PIN is entered again. */
export function lockKit(): void {
  if (useKit.getState().phase !== 'open') return;
  key = undefined;
  useKit.setState({ phase: 'locked', ...closed });
}

async function readAll(): Promise<void> {
  if (!key) return;
  const [packs, common, journal] = await Promise.all([
    readPacks(store, key),
    readCommon(store, key),
    readJournal(store, key),
  ]);
  useKit.setState({ packs, common, journal, unsent: await countUnsent(store) });
}

function noteTrouble(error: unknown): void {
  if (error instanceof Away) useKit.setState({ trouble: 'away' });
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
    if (!key || !header) return;
    if (isSignedIn('admin') && useAdminSession.getState().info?.id !== header.account) {
      useKit.setState({ trouble: 'other_account' });
      return;
    }
    try {
      const onProgress = (unsent: number) => useKit.setState({ unsent });
      const { pending } = await synchronise(store, key, platformOf(header.device), onProgress);
      useKit.setState({ trouble: pending ?? undefined });
      if (fetch) await renewPacks(key, header.device);
    } catch (error) {
      noteTrouble(error);
    }
    await readAll();
  };
  return 'locks' in navigator ? navigator.locks.request('xj-kit-sync', work) : work();
}

/** Fetches the packs. Checks with unsent operations keep the copy on which these were made. */
async function renewPacks(opened: CryptoKey, device: string): Promise<void> {
  const unsent = (await readJournal(store, opened)).filter(({ result }) => !result);
  const retained = [...new Set(unsent.map(({ operation }) => operation.check))];
  await storePacks(store, opened, await fetchPacks(device, retained));
}

/**
 * Records an operation. Resolves to false if the phone has no space: nothing is recorded then, and the screen must not
 * say so.
 */
export async function perform<K extends OperationKind>(
  pack: CheckPack,
  kind: K,
  content: OperationContents[K],
  place: Operation['place'] = currentPlace(),
): Promise<boolean> {
  if (!key) return false;
  try {
    await record(store, key, { check: pack.id, kind, content, version: pack.version, place, lastSeq: pack.last_seq });
  } catch (error) {
    useKit.setState({ trouble: error instanceof StorageFull ? 'full' : 'storage' });
    return false;
  }
  await readAll();
  if (navigator.onLine) void refreshKit(false);
  return true;
}

/** Stores a picture for the operation that will refer to it; false if the phone has no space. */
export async function storeForOperation(check: number, picture: CapturedPicture): Promise<boolean> {
  if (!key) return false;
  try {
    await storePicture(store, key, check, picture);
    return true;
  } catch (error) {
    useKit.setState({ trouble: error instanceof StorageFull ? 'full' : 'storage' });
    return false;
  }
}

/** Deletes everything on this phone. */
export async function removeKit(): Promise<void> {
  await wipePhone(store);
  forget(false);
}

/** The encrypted file with everything that was not uploaded. */
export const exportKit = async (): Promise<Blob | undefined> => (await import('../store/bundle.ts')).makeBundle(store);
