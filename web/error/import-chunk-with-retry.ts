import { isChunkCachedOffline } from './is-chunk-cached-offline.ts';

/** Seconds before a module is requested again while the network stays away; the last repeats. */
const pauses = [1, 2, 5, 10] as const;

/** A module of the build that the server no longer delivers, because a newer version is deployed. */
export class MissingChunkError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'MissingChunkError';
  }
}

/** Modules that have loaded; they are available without a network. */
const loaded = new Set<string>();

/**
 * Loads a module of the build by its name. Without a network it waits: a browser that failed to load a module once
 * fails until the page is reloaded. A dialog opened in a lift therefore appears once the network is back, and input
 * elsewhere on the page is not lost. A cached module (`is-chunk-cached-offline.ts`) loads at once. The build routes every
 * `import()` of ours through this function (`scripts/vite/wait-for-network-imports.ts`).
 *
 * @throws MissingChunkError when the server answers and the module still does not load
 */
export async function importChunkWithRetry<M>(name: string, load: () => Promise<M>): Promise<M> {
  for (let failures = 0, refused = 0; ; failures++) {
    while (!navigator.onLine && !loaded.has(name) && !(await isChunkCachedOffline(name))) await networkOr(pauses[1]);
    try {
      const part = await load();
      loaded.add(name);
      return part;
    } catch (error) {
      if (await answers()) refused += 1;
      if (refused > 1) throw new MissingChunkError(error);
      await networkOr(pauses[Math.min(failures, pauses.length - 1)] ?? 1);
    }
  }
}

const answers = (): Promise<boolean> =>
  fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Resolves when the network is back, or after these seconds. */
const networkOr = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, seconds * 1000);
    window.addEventListener('online', done);
  });
