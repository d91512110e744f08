import type {
  EncryptedPhoneStore,
  EncryptedRecord,
  PhoneStoreHeader,
} from '../web/store/encrypted-phone-store-types.ts';

/** A store in memory, for tests. `before` may throw, as a full or dying phone would: nothing is stored then. */
export function memoryStore(
  before: () => void = () => undefined,
): EncryptedPhoneStore & { readonly records: Map<string, EncryptedRecord> } {
  const records = new Map<string, EncryptedRecord>();
  let header: PhoneStoreHeader | undefined;
  return {
    records,
    readHeader: async () => header,
    async writeHeader(value) {
      header = value;
    },
    list: async (kind) =>
      [...records.values()].filter((one) => one.kind === kind).sort((one, other) => one.order - other.order),
    read: async (id) => records.get(id),
    async change(put, remove = []) {
      before();
      for (const id of remove) records.delete(id);
      for (const one of put) records.set(one.id, one);
    },
    async wipe() {
      header = undefined;
      records.clear();
    },
  };
}

/** Runs work one after another. */
export function createSerialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let queue: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = queue.then(work, work);
    queue = turn.catch(() => undefined);
    return turn;
  };
}
