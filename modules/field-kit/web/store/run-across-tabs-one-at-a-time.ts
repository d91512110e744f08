/** Runs work alone, also among the tabs of this browser: positions must be given once. */
export type RunAcrossTabsOneAtATime = <T>(work: () => Promise<T>) => Promise<T>;

let queue: Promise<unknown> = Promise.resolve();

/** By Web Locks, and where they are missing within this page. */
export const runAcrossTabsOneAtATime: RunAcrossTabsOneAtATime = (work) => {
  if (typeof navigator !== 'undefined' && 'locks' in navigator)
    return navigator.locks.request('xj-kit-journal', work) as ReturnType<typeof work>;
  const turn = queue.then(work, work);
  queue = turn.catch(() => undefined);
  return turn;
};
