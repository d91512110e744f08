/** A write made without a network, with everything needed to send it later, once. */
export interface QueuedWrite {
  /** Position in the queue; given when it is stored. */
  readonly seq: number;
  /** Account it belongs to: only a session of this account sends it. */
  readonly account: string;
  readonly area: 'admin' | 'api';
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * The `Idempotency-Key` of the first attempt: if only the answer was lost, the server repeats the answer and executes
   * nothing twice.
   */
  readonly key: string;
  /** Label of the write as shown to its author, and the resource it changes. */
  readonly title: string;
  readonly resource: string;
  /** Sent before all others: an emergency. */
  readonly first?: boolean;
  /** Unix ms. */
  readonly since: number;
  /** The server's refusal, once it was sent. */
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
    // Resolve after the commit: what the page calls saved must be on the disk.
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('not kept'));
  });
}

/** Queued writes of an account, in order. */
export const readQueuedWrites = async (account: string): Promise<readonly QueuedWrite[]> =>
  (await within<QueuedWrite[]>('readonly', (store) => store.getAll())).filter((one) => one.account === account);

export const addQueuedWrite = (write: Omit<QueuedWrite, 'seq'>): Promise<IDBValidKey> =>
  within('readwrite', (store) => store.add(write));

export const changeQueuedWrite = (write: QueuedWrite): Promise<IDBValidKey> =>
  within('readwrite', (store) => store.put(write));

export const removeQueuedWrite = (seq: number): Promise<undefined> => within('readwrite', (store) => store.delete(seq));
