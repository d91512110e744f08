/** A file of a draft, as stored in the browser until its complaint is filed. */
export interface StoredComplaintEvidence {
  readonly id: string;
  /** The draft it belongs to: `new`, or the number of a complaint that is supplemented. */
  readonly draft: string;
  /** Unix ms when it was added. */
  readonly at: number;
  readonly name: string;
  readonly type: string;
  readonly content: Blob;
  /** SHA-256 of the picture that this smaller one was made from. */
  readonly reducedFrom?: string;
  /** Once it is sent: its address on the server, and the complainant who sent it. */
  readonly sent?: { readonly url: string; readonly by: string };
}

const name = 'xingjian-complaint';
const store = 'evidence';
/** Files are forgotten after a week, as the draft is: phones are lent. */
const life = 7 * 86_400_000;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function within<T>(
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await open();
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('not kept'));
    });
  } catch {
    // private windows and full disks: the files then live as long as the page
    return undefined;
  }
}

/** The stored files of a draft, oldest first; those of drafts that were given up are removed. */
export async function readComplaintEvidence(draft: string): Promise<readonly StoredComplaintEvidence[]> {
  const all = (await within<StoredComplaintEvidence[]>('readonly', (files) => files.getAll())) ?? [];
  const old = all.filter(({ at }) => Date.now() - at > life);
  for (const { id } of old) await removeComplaintEvidence(id);
  return all.filter((one) => one.draft === draft && !old.includes(one)).sort((one, other) => one.at - other.at);
}

export const storeComplaintEvidence = (file: StoredComplaintEvidence): Promise<unknown> =>
  within('readwrite', (files) => files.put(file));

export const removeComplaintEvidence = (id: string): Promise<unknown> =>
  within('readwrite', (files) => files.delete(id));
