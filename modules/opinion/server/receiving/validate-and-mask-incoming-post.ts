import { createHash } from 'node:crypto';
import { maskPersonalNumbers } from '#kernel/check/find-personal-numbers-in-text.ts';
import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { opinionLimits, type RejectionReason } from '../../contract/opinion-source-item-and-lexicon-options.ts';

/** A post as a source sends it, before any check. */
export interface IncomingItem {
  readonly url: string;
  readonly title: string;
  readonly content: string;
  readonly author: string;
  readonly author_fans: number | null;
  /** The time as it was sent, and in milliseconds; NaN if nobody can read it. */
  readonly published: string;
  readonly at: number;
  readonly reads: number | null;
  readonly comments: number | null;
  readonly shares: number | null;
}

/** A post that is stored. */
export interface AcceptedItem extends Omit<IncomingItem, 'published'> {
  readonly url_hash: string;
}

/** Control characters, which a database or a page cannot show, and halves of surrogate pairs. */
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff]|[\ud800-\udfff]/gu;

export const stripControlCharacters = (content: string): string => content.replace(unprintable, '').trim();

/** Cuts a text between characters. */
const cut = (content: string, most: number): string =>
  content.length <= most ? content : content.slice(0, most).replace(/[\ud800-\udbff]$/, '');

const webAddress = /^https?:\/\/[^\s"'<>]+$/i;
/** An integer column holds no more. */
const mostCounted = 2_000_000_000;
const counted = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) || value < 0 ? null : Math.min(Math.trunc(value), mostCounted);

/** Recognises a post by its address: scheme and host in lower case, without fragment. */
export const hashUrl = (url: string): string => {
  const { href } = new URL(url);
  return createHash('sha256').update(href.replace(/#.*$/, '')).digest('hex');
};

export const isWebAddress = (url: string): boolean =>
  url.length <= opinionLimits.url && webAddress.test(url) && URL.canParse(url);

/** Why a moment of publication is refused. */
export function faultOfPublicationTime(at: number, now: number): RejectionReason | undefined {
  // columns hold four digits of a year, and nothing on the internet is older
  if (!Number.isFinite(at) || at < Date.UTC(1990, 0, 1)) return 'date';
  return at > now + opinionLimits.clockDifference * 1000 ? 'future' : undefined;
}

/** The first line of a text, for posts without a title. */
export const titleOfContent = (content: string): string => cut(content.split('\n', 1)[0] ?? '', 60);

/**
 * The post as it is stored, or why it is not: texts without control characters and cut to their limits, numbers of
 * persons masked before anybody reads them.
 */
export function validateAndMaskIncomingPost(item: IncomingItem, now: number): AcceptedItem | RejectionReason {
  const today = toShanghaiDate(new Date(now).toISOString());
  const masked = (content: string, most: number) =>
    cut(maskPersonalNumbers(cut(stripControlCharacters(content), most), today), most);
  const url = item.url.trim();
  if (!isWebAddress(url)) return 'url';
  const content = masked(item.content, opinionLimits.content);
  if (content === '') return 'empty';
  const fault = faultOfPublicationTime(item.at, now);
  if (fault) return fault;
  return {
    url,
    url_hash: hashUrl(url),
    title: masked(item.title.replace(/\s+/g, ' '), opinionLimits.title) || titleOfContent(content),
    content,
    author: masked(item.author, opinionLimits.author),
    author_fans: counted(item.author_fans),
    at: item.at,
    reads: counted(item.reads),
    comments: counted(item.comments),
    shares: counted(item.shares),
  };
}
