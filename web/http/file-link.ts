import { isPrivateFile } from '#kernel/kind/linked/file.ts';
import { currentArea, sideOf } from '#web/session/area.ts';
import { readTokens } from '#web/session/session.ts';
import { get } from './client.ts';

/** Milliseconds a link is shown for; the server opens it for five minutes, of which one is left for opening it. */
export const linkFresh = 240_000;

/** Addresses asked for in one call; the line of the request holds them all. */
const mostAtOnce = 50;

interface Link {
  readonly link: string;
  /** By the monotonic clock: that of the day may be set meanwhile. */
  readonly until: number;
}

/** Links by owner and address. */
const cache = new Map<string, Link>();

/** Whether an address opens by a link alone: private files, and what jobs and exports made. */
export const needsLink = (url: string): boolean => isPrivateFile(url) || url.startsWith('/storage/result/');

/** An address without the ticket it may carry from an answer of the server. */
export const withoutTicket = (url: string): string => url.split('?')[0] ?? url;

/** Whose links these are: they are made for one session, and who signs in after it asks for their own. */
export const linkOwner = (): string => {
  const area = currentArea();
  return `${area} ${readTokens(area).token}`;
};

const keyOf = (url: string) => `${linkOwner()} ${url}`;

/** The link kept for an address, while it still opens. */
export function cachedLink(url: string): string | undefined {
  if (!needsLink(url)) return url;
  const one = cache.get(keyOf(url));
  return one && one.until > performance.now() ? one.link : undefined;
}

let waiting: { url: string; done(link: string | undefined): void; failed(error: unknown): void }[] = [];

/**
 * An address that opens a file now: itself when everybody may open it, a link of five minutes otherwise. Undefined when
 * the server gives none. What a page asks for in one go is one call.
 */
export function openFile(url: string): Promise<string | undefined> {
  const cached = cachedLink(url);
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
  for (let at = 0; at < urls.length; at += mostAtOnce) {
    const part = urls.slice(at, at + mostAtOnce);
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
  const until = performance.now() + linkFresh;
  const path = `/${sideOf().app}/ajax/fileLinks`;
  const { list } = await get<{ list: { url: string; link: string }[] }>(
    path,
    { urls },
    { quiet: true, duplicate: 'allow' },
  );
  const now = performance.now();
  for (const [key, one] of cache) if (one.until < now) cache.delete(key);
  for (const { url, link } of list) cache.set(keyOf(url), { link, until });
  return new Map(list.map(({ url, link }) => [url, link]));
}

/** Has the browser fetch a file without leaving the page. */
export async function download(url: string): Promise<void> {
  const link = await openFile(needsLink(url) ? withoutTicket(url) : url);
  if (link !== undefined) saveFrom(link);
}

/** Has the browser keep what an address answers as a file. */
export function saveFrom(address: string): void {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = '';
  anchor.rel = 'noopener';
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/** For the click on a link to a file: what lay open too long gets a new link before it opens beside the page. */
export function followFile(event: { preventDefault(): void; stopPropagation(): void }, url: string): void {
  event.stopPropagation();
  if (cachedLink(url) !== undefined) return;
  event.preventDefault();
  openFile(url).then(
    (link) => link !== undefined && window.open(link, '_blank', 'noopener,noreferrer'),
    () => undefined, // the page stays as it is; the next click asks again
  );
}
