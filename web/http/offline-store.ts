/** A write that found no network: everything it takes to make it later, once. */
export interface QueuedWrite {
  /** Place in the order in which they were made; given when it is kept. */
  readonly seq: number;
  /** Whose it is: nobody else's session sends it. */
  readonly account: string;
  readonly area: 'admin' | 'api';
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The `Idempotency-Key` it was first tried with: an answer that was lost is told again, and nothing done twice. */
  readonly key: string;
  /** What it does, in the words of whoever made it, and the resource it is about. */
  readonly title: string;
  readonly resource: string;
  /** It is sent before all others, whenever it was made: somebody is in danger. */
  readonly first?: boolean;
  /** Unix ms. */
  readonly since: number;
  /** What the server had against it, once it was asked. */
  readonly refused?: { readonly message: string; readonly data: unknown };
}

const name = 'xingjian';
const store = 'kept-write';

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'seq', autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode);
    const request = work(transaction.objectStore(store));
    // on the disk, and not before: what is said to be kept must be
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('not kept'));
  });
}

/** Everything kept for an account, in the order in which it was made. */
export const readQueued = async (account: string): Promise<readonly QueuedWrite[]> =>
  (await within<QueuedWrite[]>('readonly', (store) => store.getAll())).filter((one) => one.account === account);

export const addQueued = (write: Omit<QueuedWrite, 'seq'>): Promise<IDBValidKey> =>
  within('readwrite', (store) => store.add(write));

export const changeQueued = (write: QueuedWrite): Promise<IDBValidKey> =>
  within('readwrite', (store) => store.put(write));

export const removeQueued = (seq: number): Promise<undefined> => within('readwrite', (store) => store.delete(seq));
