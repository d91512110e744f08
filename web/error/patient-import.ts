import { isCachedPart } from './page-cached.ts';

/** Seconds before a part is asked for again where no network comes back in between; the last repeats. */
const pauses = [1, 2, 5, 10] as const;

/** A part of the program that the server, which answers, does not deliver: it has another version by now. */
export class MissingPart extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'MissingPart';
  }
}

/** Parts that have come: they are at hand without a network. */
const loaded = new Set<string>();

/**
 * Loads a part of the program by its name. Without a network it is not asked for until there is one, as a browser that
 * failed to load it once fails until the page is loaded anew: who opened something in a lift sees it come when they step
 * out, and what they have typed elsewhere stands. What is kept for such moments (`kept-here.ts`) comes at once. The build writes every `import()` of ours through here
 * (`scripts/patient-imports.ts`).
 *
 * @throws MissingPart where the server answers and the part still does not come
 */
export async function importPatiently<M>(name: string, load: () => Promise<M>): Promise<M> {
  for (let failures = 0, refused = 0; ; failures++) {
    while (!navigator.onLine && !loaded.has(name) && !(await isCachedPart(name))) await networkOr(pauses[1]);
    try {
      const part = await load();
      loaded.add(name);
      return part;
    } catch (error) {
      if (await answers()) refused += 1;
      if (refused > 1) throw new MissingPart(error);
      await networkOr(pauses[Math.min(failures, pauses.length - 1)] ?? 1);
    }
  }
}

const answers = (): Promise<boolean> =>
  fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Until the network is back, or these seconds have passed. */
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
