/**
 * Calls that are worked on at once. It is a fifth of what one connection of pipelined reads takes (db/pipelines.ts), so
 * that reads do not spill over into the pool, where they are answered several times as slowly (docs/decisions/0099).
 */
const usualMost = 48;
/** Who works for longer, in ms, gives the place up and goes on: it waits for somebody else's server, or writes a file. */
const usualLongest = 500;

export interface FirstComeLimits {
  most?: number;
  longest?: number;
}

/**
 * Lets calls begin in the order they came, a number of them at a time. A call asks the database several times; where all
 * have begun at once each of these waits behind those of everybody, and who is unlucky a few times waits nine times as
 * long as the others.
 */
export function firstCome(limits: FirstComeLimits = {}): <T>(work: () => Promise<T>) => Promise<T> {
  const { most = usualMost, longest = usualLongest } = limits;
  let working = 0;
  let waiting: (() => void)[] = [];
  let next = 0;

  const leave = () => {
    working--;
    const begin = waiting[next];
    if (!begin) return;
    next++;
    if (next === waiting.length) {
      waiting = [];
      next = 0;
    }
    working++;
    begin();
  };

  return async (work) => {
    if (working < most) working++;
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
