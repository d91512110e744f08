/**
 * Default number of calls worked on at once. It is a fraction of the reads that one pipelined connection takes
 * (db/driver/send-short-reads-over-pipelined-connections.ts): more would overflow into the pool, where reads take several
 * times as long. Fewer concurrent calls also make waiting times more even (docs/decisions/reading.md).
 */
const defaultMaxCalls = 24;
/**
 * Milliseconds after which a running call frees its place and continues outside the limit: it waits for another server,
 * or writes a file.
 */
const defaultMaxDuration = 200;

export interface CallConcurrencyLimits {
  most?: number;
  longest?: number;
  /** Whether calls start without waiting at this moment. Calls already queued start when one finishes. */
  unlessNow?: () => boolean;
}

/**
 * Starts calls in order of arrival, a limited number at a time. A call makes several queries; if all calls start at
 * once, each query waits behind those of all others, and an unlucky call takes nine times as long.
 */
export function queueCallsAboveConcurrencyLimit(
  limits: CallConcurrencyLimits = {},
): <T>(work: () => Promise<T>) => Promise<T> {
  const { most = defaultMaxCalls, longest = defaultMaxDuration, unlessNow = () => false } = limits;
  let working = 0;
  let waiting: (() => void)[] = [];
  let next = 0;

  const beginNext = (): boolean => {
    const begin = waiting[next];
    if (!begin) return false;
    next++;
    if (next === waiting.length) {
      waiting = [];
      next = 0;
    }
    working++;
    begin();
    return true;
  };
  const leave = () => {
    working--;
    // above the limit (calls may have started outside it) the end of a call starts no queued one
    if (working < most) beginNext();
    if (unlessNow()) while (beginNext());
  };

  return async (work) => {
    if (working < most || unlessNow()) working++;
    else await new Promise<void>((begin) => void waiting.push(begin));
    let left = false;
    const leaveOnce = () => {
      if (left) return;
      left = true;
      leave();
    };
    const timer = setTimeout(leaveOnce, longest).unref();
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      leaveOnce();
    }
  };
}
