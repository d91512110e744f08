import { get } from '../client.ts';

/** A server answer cached for use without a network, and when (unix ms) it was given. */
export interface CachedPublicAnswer<A> {
  readonly at: number;
  readonly answer: A;
}

const place = (path: string) => `xj-answer ${path}`;

/** The cached answer of a public call; undefined when there is none or it fails the type guard `is`. */
export function readCachedPublicAnswer<A>(
  path: string,
  is: (answer: unknown) => answer is A,
): CachedPublicAnswer<A> | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place(path)) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('at' in stored) || !('answer' in stored)) return undefined;
    const { at, answer } = stored;
    return typeof at === 'number' && is(answer) ? { at, answer } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Requests the answer and caches it. Rejects without a network, even if there is a cached answer
 * (`readCachedPublicAnswer`). Only for public calls: the cache outlives the session.
 */
export async function fetchAndCachePublicAnswer<A>(path: string): Promise<CachedPublicAnswer<A>> {
  const answer = await get<A>(path, {}, { quiet: true, area: 'api', duplicate: 'allow' });
  const cached = { at: Date.now(), answer };
  try {
    localStorage.setItem(place(path), JSON.stringify(cached));
  } catch {
    // A browser that stores nothing requests it again next time.
  }
  return cached;
}
