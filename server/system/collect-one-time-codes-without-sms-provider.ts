/** A text message as a telephone would receive it. */
export interface UnsentSms {
  mobile: string;
  text: string;
  /** Unix seconds. */
  createtime: number;
}

/**
 * Collects one-time codes while no provider sends them, so that the platform can be tried out. Kept only in the memory
 * of the process that created them; other processes do not see them.
 */
export interface UnsentSmsCollector {
  add(mobile: string, text: string): void;
  /** Newest first. */
  list(): readonly UnsentSms[];
}

const maxStored = 200;
/** Milliseconds; codes expire much earlier. */
const lifetime = 3_600_000;

export function createUnsentSmsCollector(): UnsentSmsCollector {
  let stored: UnsentSms[] = [];
  const fresh = () => stored.filter(({ createtime }) => createtime * 1000 > Date.now() - lifetime);
  return {
    add(mobile, text) {
      stored = [{ mobile, text, createtime: Math.floor(Date.now() / 1000) }, ...fresh()].slice(0, maxStored);
    },
    list: fresh,
  };
}
