import { setTimeout as sleep } from 'node:timers/promises';

/** How long a call waits for an unavailable database, in ms, by default. */
export const defaultDatabaseWait = 3000;
/** Pauses between two looks whether it is back, in ms, growing. */
const shortestPause = 25;
const longestPause = 250;

/** No connection was available in time, or the connection broke. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
  /** What was said may have become true all the same: the connection broke after it was sent. */
  readonly uncertain: boolean;
  /** It was waited for as long as a call may wait. */
  readonly waited: boolean;

  constructor({ uncertain = false, waited = false, cause }: { uncertain?: boolean; waited?: boolean; cause: unknown }) {
    super('the database is away', { cause });
    this.uncertain = uncertain;
    this.waited = waited;
  }
}

/** By code of Node: there is no way to the server, or there is no more. */
const lostConnections: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** By SQLSTATE (appendix A of PostgreSQL's manual): shut down, crashed, not yet up, no connection left. */
const lostServers: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '53300']);

/** pg gives these no code. */
const unsentMessages: ReadonlySet<string> = new Set([
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]);
const brokenMessages: ReadonlySet<string> = new Set([
  'Connection terminated unexpectedly',
  'Connection terminated',
  'lost connection to parallel worker', // 55000, which says much else: a helper of the backend was killed
]);

/** Whether an error means that the database is unavailable rather than that the statement failed. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseAway) return true;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isAway); // one per address of a name
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return (
    lostConnections.has(code) ||
    lostServers.has(code) ||
    /^08.{3}$/.test(code) ||
    (code === 'ENOENT' && syscall === 'connect') || // the socket of a server that is starting
    unsentMessages.has(error.message) ||
    brokenMessages.has(error.message)
  );
}

/** Whether the failed statement certainly never left this process. */
export const wasNeverSent = (error: unknown): boolean => error instanceof Error && unsentMessages.has(error.message);

export interface Availability {
  /** Known to be away at this moment. */
  readonly away: boolean;
  /** For how long it is known to be away, in ms; 0 while it is there. */
  readonly awayFor: number;
  /** A connection was lost: it is looked whether the server is still there. */
  report(error: unknown): void;
  /** Resolves once it answers; throws a {@link DatabaseAway} when it does not until the deadline (ms of the clock). */
  wait(deadline: number, failure?: { error: unknown; uncertain?: boolean }): Promise<void>;
  close(): void;
}

export interface AvailabilityOptions {
  /** Asks the server over a connection of its own; throws when there is none. */
  probe: () => Promise<void>;
  /** Told once when it goes away. */
  onAway?: (error: unknown) => void;
  /** Told once when it is back: for how long it was away, and how many calls waited in vain. */
  onBack?: (was: { seconds: number; refused: number }) => void;
}

/**
 * Tracks whether the database is available. While it is not, a single probe waits for its return, so that a thousand
 * waiting calls do not open a thousand connections the moment it starts.
 */
export function watchAvailability({ probe, onAway, onBack }: AvailabilityOptions): Availability {
  let looking: Promise<void> | undefined;
  let since: number | undefined;
  let refused = 0;
  let closed = false;
  let last: unknown;

  async function look(): Promise<void> {
    for (let pause = shortestPause; !closed; pause = Math.min(pause * 2, longestPause)) {
      try {
        await probe();
        break;
      } catch (error) {
        if (!isAway(error)) break; // it is there, and says what it has against us to whoever asks
        last = error;
        if (since === undefined) {
          since = Date.now();
          onAway?.(error);
        }
      }
      await sleep(pause, undefined, { ref: false });
    }
    if (since !== undefined && !closed) onBack?.({ seconds: Math.round((Date.now() - since) / 100) / 10, refused });
    since = undefined;
    refused = 0;
  }

  const report = (error: unknown) => {
    last = error;
    if (closed) return;
    looking ??= look().finally(() => {
      looking = undefined;
    });
  };

  return {
    get away() {
      return since !== undefined;
    },
    get awayFor() {
      return since === undefined ? 0 : Date.now() - since;
    },
    report,
    async wait(deadline, failure) {
      if (failure) report(failure.error);
      const stop = new AbortController();
      const left = sleep(Math.max(0, deadline - Date.now()), 'late', { signal: stop.signal });
      const outcome = await Promise.race([looking, left]);
      stop.abort();
      left.catch(() => {});
      if (outcome !== 'late' && !closed) return;
      refused++;
      throw new DatabaseAway({ uncertain: failure?.uncertain ?? false, waited: true, cause: failure?.error ?? last });
    },
    close() {
      closed = true;
    },
  };
}

/** How often a keyed call whose connection broke is begun again. */
const mostRepeats = 3;

/**
 * Repeats a call after a broken connection. Safe because the idempotency key and all writes are one transaction: either
 * everything was rolled back, or the repeat finds the response. A call that has already waited for the database is not
 * repeated.
 */
export async function repeatIfBroken<T>(work: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseAway) || error.waited || repeats === mostRepeats) throw error;
    }
  }
}

/** How long a start waits for a database that goes away in the middle of it, in ms. */
const startPatience = 60_000;

/** Runs the database work of a start, and repeats it from the beginning if the database becomes unavailable. */
export async function repeatWhileAway<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + startPatience; ; ) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || Date.now() > deadline) throw error;
      await sleep(longestPause);
    }
  }
}
