/** A read that is under way, and the one that begins after it for all who have asked meanwhile. */
interface SharedRead<T> {
  readonly current: Promise<T>;
  next?: Promise<T>;
}

/**
 * Reads that many callers ask for at the same moment, such as 150 screens after one event: one read at a time for each
 * key, and those who ask while it runs share the next one. Nothing is cached: every answer was read after its call had
 * come, so that a figure equals the list it opens immediately after a write.
 */
export class SharedReads<T> {
  readonly #reads = new Map<string, SharedRead<T>>();

  /** Keys with a read under way. */
  get size(): number {
    return this.#reads.size;
  }

  /** `key`: all that the answer depends on. A failed read fails for all who share it, and is not repeated for them. */
  read(key: string, work: () => Promise<T>): Promise<T> {
    const read = this.#reads.get(key);
    if (!read) return this.#begin(key, work);
    read.next ??= read.current.then(
      () => this.#begin(key, work),
      () => this.#begin(key, work),
    );
    return read.next;
  }

  #begin(key: string, work: () => Promise<T>): Promise<T> {
    const read: SharedRead<T> = { current: work() };
    this.#reads.set(key, read);
    // whoever waits for the next read begins it and replaces this entry
    const end = () => {
      if (read.next === undefined && this.#reads.get(key) === read) this.#reads.delete(key);
    };
    read.current.then(end, end);
    return read.current;
  }
}
