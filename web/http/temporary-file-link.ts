import { isPrivateFile } from '#kernel/kind/linked/file.ts';
import { areaPaths, currentArea } from '#web/session/admin-or-member-area.ts';
import { readTokens } from '#web/session/session.ts';
import { get } from './client.ts';

/** How long a link is used, in ms: it opens the file for five minutes, one of which is left for opening it. */
export const temporaryLinkReuseTime = 240_000;

/** Most addresses of one call: they must fit into the request line. */
const maxPerCall = 50;

interface Link {
  readonly link: string;
  /** Under which the file was uploaded. */
  readonly name?: string | undefined;
  /** By the monotonic clock: the system clock may be set meanwhile. */
  readonly until: number;
}

/** Links by owner and address. */
const cache = new Map<string, Link>();

/** Whether an address opens by a link only: private files, and results of jobs and exports. */
export const needsTemporaryLink = (url: string): boolean => isPrivateFile(url) || url.startsWith('/storage/result/');

/** An address without the ticket it may carry from a server answer. */
const withoutTicket = (url: string): string => url.split('?')[0] ?? url;

/** The account links belong to: they are made for one session. */
export const accountOfTemporaryLinks = (): string => {
  const area = currentArea();
  return `${area} ${readTokens(area).token}`;
};

const keyOf = (url: string) => `${accountOfTemporaryLinks()} ${url}`;

/** The cached link of an address, while it still opens. */
export function cachedTemporaryLink(url: string): string | undefined {
  if (!needsTemporaryLink(url)) return url;
  const one = cache.get(keyOf(url));
  return one && one.until > performance.now() ? one.link : undefined;
}

/** The original name of a file for which a link was fetched. */
export const linkedFileName = (url: string): string | undefined => cache.get(keyOf(url))?.name;

let waiting: { url: string; done(link: string | undefined): void; failed(error: unknown): void }[] = [];

/**
 * URL that opens a file now: the address itself for a public file, else a link valid for five minutes. Undefined when
 * the server refuses. Requests of the same tick are one call.
 */
export function openFile(url: string): Promise<string | undefined> {
  const cached = cachedTemporaryLink(url);
  if (cached !== undefined) return Promise.resolve(cached);
  return new Promise((done, failed) => {
    if (waiting.length === 0) setTimeout(() => void flush(), 0);
    waiting.push({ url, done, failed });
  });
}

async function flush(): Promise<void> {
  const batch = waiting;
  waiting = [];
  const urls = [...new Set(batch.map(({ url }) => url))];
  for (let at = 0; at < urls.length; at += maxPerCall) {
    const part = urls.slice(at, at + maxPerCall);
    const mine = batch.filter(({ url }) => part.includes(url));
    try {
      const links = await fetchLinks(part);
      for (const { url, done } of mine) done(links.get(url));
    } catch (error) {
      for (const { failed } of mine) failed(error);
    }
  }
}

async function fetchLinks(urls: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const until = performance.now() + temporaryLinkReuseTime;
  const path = `/${areaPaths().app}/ajax/fileLinks`;
  const { list } = await get<{ list: { url: string; link: string; name?: string }[] }>(
    path,
    { urls },
    { quiet: true, duplicate: 'allow' },
  );
  const now = performance.now();
  for (const [key, one] of cache) if (one.until < now) cache.delete(key);
  for (const { url, link, name } of list) cache.set(keyOf(url), { link, name, until });
  return new Map(list.map(({ url, link }) => [url, link]));
}

/** Downloads a file without leaving the page. */
export async function downloadFile(url: string): Promise<void> {
  const link = await openFile(needsTemporaryLink(url) ? withoutTicket(url) : url);
  if (link !== undefined) saveAnswerAsFile(link);
}

/** Saves what an address answers as a file. */
export function saveAnswerAsFile(address: string): void {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = '';
  anchor.rel = 'noopener';
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/** Click handler of a link to a file: an expired link is renewed before it opens in another tab. */
export function openLinkedFile(event: { preventDefault(): void; stopPropagation(): void }, url: string): void {
  event.stopPropagation();
  if (cachedTemporaryLink(url) !== undefined) return;
  event.preventDefault();
  openFile(url).then(
    (link) => link !== undefined && window.open(link, '_blank', 'noopener,noreferrer'),
    () => undefined, // The page stays as it is; the next click tries again.
  );
}
