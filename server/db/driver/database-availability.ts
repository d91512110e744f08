import { setTimeout as sleep } from 'node:timers/promises';

/** Default milliseconds for which a call waits for an unavailable database. */
export const defaultDatabaseWait = 3000;
/** Milliseconds between two probes, growing. */
const shortestPause = 25;
const longestPause = 250;

/** No connection was available in time, or the connection broke. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  /** The statement may have taken effect nevertheless: the connection broke after it was sent. */
  readonly uncertain: boolean;
  /** The call has already waited for the maximum time. */
  readonly waited: boolean;

  constructor({ uncertain = false, waited = false, cause }: { uncertain?: boolean; waited?: boolean; cause: unknown }) {
    super('the database is away', { cause });
    this.uncertain = uncertain;
    this.waited = waited;
  }
}

/** Codes of Node: no connection to the server, or it was lost. */
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

/** SQLSTATEs (appendix A of PostgreSQL's manual): shut down, crashed, starting, too many connections. */
const lostServers: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '53300']);

/** pg gives these errors no code. */
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
  'lost connection to parallel worker', // code 55000, which has other meanings too: a parallel worker was killed
]);

/** Whether an error means that the database is unavailable rather than that the statement failed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnavailableError) return true;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseUnavailable); // one error per address of a host name
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

export interface DatabaseAvailability {
  /** The database is known to be unavailable. */
  readonly away: boolean;
  /** Milliseconds since it became unavailable; 0 if it is available. */
  readonly awayFor: number;
  /** Reports a lost connection, which starts a probe. */
  report(error: unknown): void;
  /**
   * Resolves when the database responds; throws a {@link DatabaseUnavailableError} if it does not before the deadline (ms since
   * 1970).
   */
  wait(deadline: number, failure?: { error: unknown; uncertain?: boolean }): Promise<void>;
  close(): void;
}

export interface DatabaseAvailabilityOptions {
  /** Tries the server over a separate connection; throws if it does not respond. */
  probe: () => Promise<void>;
  /** Called once when the database becomes unavailable. */
  onAway?: (error: unknown) => void;
  /** Called once when it is available again, with the duration and the number of refused calls. */
  onBack?: (was: { seconds: number; refused: number }) => void;
}

/**
 * Tracks whether the database is available. While it is not, a single probe waits for its return, so that a thousand
 * waiting calls do not open a thousand connections the moment it starts.
 */
export function watchDatabaseAvailability({
  probe,
  onAway,
  onBack,
}: DatabaseAvailabilityOptions): DatabaseAvailability {
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
        if (!isDatabaseUnavailable(error)) break; // it responds; its refusal is reported to whoever connects
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
      throw new DatabaseUnavailableError({
        uncertain: failure?.uncertain ?? false,
        waited: true,
        cause: failure?.error ?? last,
      });
    },
    close() {
      closed = true;
    },
  };
}

/** How often a call with an idempotency key is repeated after a broken connection. */
const mostRepeats = 3;

/**
 * Repeats a call after a broken connection. Safe because the idempotency key and all writes are one transaction: either
 * everything was rolled back, or the repeat finds the response. A call that has already waited for the database is not
 * repeated.
 */
export async function retryIfConnectionBroke<T>(work: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError) || error.waited || repeats === mostRepeats) throw error;
    }
  }
}

/** Milliseconds a start waits for a database that becomes unavailable during it. */
const startPatience = 60_000;

/** Runs the database work of a start, and repeats it from the beginning if the database becomes unavailable. */
export async function retryWhileDatabaseUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + startPatience; ; ) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      await sleep(longestPause);
    }
  }
}
