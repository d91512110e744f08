import { setTimeout as sleep } from 'node:timers/promises';

/** Maximum number of crashes within {@link WINDOW}. Restarting after more would only hide the fault. */
const MOST_DEATHS = 3;
/** In milliseconds. */
const WINDOW = 60_000;
/** Milliseconds before the next start, by the number of crashes. */
const pauses: readonly number[] = [0, 1000];

/** A running server. */
export interface RunningServer {
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

export interface CrashedServerRestartOptions {
  /** Starts the server again. */
  launch: () => Promise<RunningServer>;
  /** Called after each crash that is followed by a restart. */
  onDeath?: () => void;
  /** Called when it runs again. */
  onRestart?: () => void;
  /** Called when no further restart is tried, with the failure of the last one, if it failed. */
  onGivenUp: (failure: unknown) => void;
}

/** Restarts a server that ends unexpectedly. A failed start counts as a crash. */
export function restartCrashedPostgresServer(
  first: RunningServer,
  { launch, onDeath, onRestart, onGivenUp }: CrashedServerRestartOptions,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let launching: Promise<RunningServer | undefined> = Promise.resolve(undefined);
  let deaths: number[] = [];

  async function restart(): Promise<RunningServer | undefined> {
    for (let failure: unknown; !stopping.signal.aborted; ) {
      const now = Date.now();
      deaths = [...deaths.filter((at) => now - at < WINDOW), now];
      if (deaths.length >= MOST_DEATHS) {
        onGivenUp(failure);
        return undefined;
      }
      onDeath?.();
      await sleep(pauses[deaths.length - 1] ?? 0, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return undefined;
      try {
        const server = await launch();
        onRestart?.();
        return server;
      } catch (error) {
        failure = error;
      }
    }
    return undefined;
  }

  const watch = (server: RunningServer) => {
    void server.ended.then(async () => {
      if (stopping.signal.aborted) return;
      launching = restart();
      const next = await launching;
      if (next) watch(next);
    });
  };
  watch(first);
  return {
    async stop() {
      stopping.abort();
      await launching;
    },
  };
}
