/**
 * Calls that are worked on at once. It is a fraction of what one connection of pipelined reads takes (db/driver/pipelines.ts), so
 * that reads do not spill over into the pool, where they are answered several times as slowly; and the fewer they are, the
 * more of what anybody waits is a queue, in which all wait alike (docs/decisions/reading.md).
 */
const usualMost = 24;
/** Who works for longer, in ms, gives the place up and goes on: it waits for somebody else's server, or writes a file. */
const usualLongest = 200;

export interface CallQueueLimits {
  most?: number;
  longest?: number;
  /** Whether calls begin as they come at this moment, and those that wait as well as soon as one is done. */
  unlessNow?: () => boolean;
}

/**
 * Starts calls in order of arrival, a limited number at a time. A call makes several queries; if all calls start at
 * once, each query waits behind those of all others, and an unlucky call takes nine times as long.
 */
export function createCallQueue(limits: CallQueueLimits = {}): <T>(work: () => Promise<T>) => Promise<T> {
  const { most = usualMost, longest = usualLongest, unlessNow = () => false } = limits;
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
    // of those that began past the limit fewer are followed by another, until there are no more than that again
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
