/** A text message as it would have reached a telephone. */
export interface SentText {
  mobile: string;
  text: string;
  /** Unix seconds. */
  createtime: number;
}

/**
 * Where one-time codes can be read while no provider carries them to a telephone: for trying the platform out. Kept in
 * the memory of the process that made them, never in the database, and gone with the process; another process on the
 * same database does not see them.
 */
export interface SmsSink {
  add(mobile: string, text: string): void;
  /** Newest first. */
  list(): readonly SentText[];
}

const maxStored = 200;
/** Milliseconds; a code is void long before. */
const lifetime = 3_600_000;

export function createSmsSink(): SmsSink {
  let stored: SentText[] = [];
  const fresh = () => stored.filter(({ createtime }) => createtime * 1000 > Date.now() - lifetime);
  return {
    add(mobile, text) {
      stored = [{ mobile, text, createtime: Math.floor(Date.now() / 1000) }, ...fresh()].slice(0, maxStored);
    },
    list: fresh,
  };
}
