import type {
  EncryptedPhoneStore,
  EncryptedRecord,
  PhoneStoreHeader,
  RecordKind,
} from './encrypted-phone-store-types.ts';
import { StorageFull } from './encrypted-phone-store-types.ts';

const database = 'xingjian-field';
const header = 'header';

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('header');
      request.result.createObjectStore('record', { keyPath: 'id' }).createIndex('kind', ['kind', 'order']);
    };
    request.onsuccess = () => {
      // a newer version in another tab must not wait for this one
      request.result.onversionchange = () => {
        request.result.close();
        opened = undefined;
      };
      request.result.onclose = () => {
        opened = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/** Runs work in a transaction and resolves after its commit, when the data is on the disk. */
async function within<T>(
  stores: string | string[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  const opening = await open();
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(isFull(error) ? new StorageFull() : (error ?? new Error('not stored')));
    const transaction = opening.transaction(stores, mode, { durability: 'strict' });
    transaction.onabort = () => fail(transaction.error);
    try {
      const request = work(transaction);
      transaction.oncomplete = () => resolve(request?.result);
    } catch (error) {
      transaction.abort();
      fail(error);
    }
  });
}

/** The store of this browser. */
export const indexedDbPhoneStore: EncryptedPhoneStore = {
  readHeader: () =>
    within<PhoneStoreHeader | undefined>('header', 'readonly', (transaction) =>
      transaction.objectStore('header').get(header),
    ),
  async writeHeader(value) {
    await within('header', 'readwrite', (transaction) => transaction.objectStore('header').put(value, header));
  },
  async list(kind: RecordKind) {
    const range = IDBKeyRange.bound([kind, Number.NEGATIVE_INFINITY], [kind, Number.POSITIVE_INFINITY]);
    const found = await within<EncryptedRecord[]>('record', 'readonly', (transaction) =>
      transaction.objectStore('record').index('kind').getAll(range),
    );
    return found ?? [];
  },
  read: (id) =>
    within<EncryptedRecord | undefined>('record', 'readonly', (transaction) =>
      transaction.objectStore('record').get(id),
    ),
  async change(put, remove = []) {
    await within('record', 'readwrite', (transaction) => {
      const store = transaction.objectStore('record');
      for (const id of remove) store.delete(id);
      for (const one of put) store.put(one);
      return undefined;
    });
  },
  async wipe() {
    await within(['header', 'record'], 'readwrite', (transaction) => {
      transaction.objectStore('header').clear();
      transaction.objectStore('record').clear();
      return undefined;
    });
  },
};
