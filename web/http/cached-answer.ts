import { get } from './client.ts';

/** An answer of the server that is kept for when there is no network, and when (ms) it was given. */
export interface CachedAnswer<A> {
  readonly at: number;
  readonly answer: A;
}

const place = (path: string) => `xj-answer ${path}`;

/** What was kept of a public call; nothing where there is none, or it is not what `is` expects. */
export function readCachedAnswer<A>(path: string, is: (answer: unknown) => answer is A): CachedAnswer<A> | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place(path)) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('at' in stored) || !('answer' in stored)) return undefined;
    const { at, answer } = stored;
    return typeof at === 'number' && is(answer) ? { at, answer } : undefined;
  } catch {
    return undefined;
  }
}

/** Asks anew, and keeps what is answered. Only for what everybody may know: it outlives whoever is signed in. */
export async function fetchOrCached<A>(path: string): Promise<CachedAnswer<A>> {
  const answer = await get<A>(path, {}, { quiet: true, area: 'api', duplicate: 'allow' });
  const cached = { at: Date.now(), answer };
  try {
    localStorage.setItem(place(path), JSON.stringify(cached));
  } catch {
    // a browser that keeps nothing asks again next time
  }
  return cached;
}
