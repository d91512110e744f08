import { Parser } from 'htmlparser2';
import { parseMomentText } from '#kernel/time/parse-date-text.ts';
import { parseInstant } from '#kernel/time/shanghai-time.ts';
import type { IncomingItem } from './validate-and-mask-incoming-post.ts';

/** Entries of a feed that are read, the first ones: feeds begin with the newest. */
export const maxFeedEntries = 1000;
/** Characters of one element; a post has at most 20,000 without its tags. */
const maxElementLength = 200_000;
const maxDepth = 200;

/** Why a feed cannot be read. */
export type FeedFault = 'entities' | 'unreadable';

type Field = 'url' | 'title' | 'content' | 'summary' | 'author' | 'published' | 'updated' | 'guid';

/** Elements of RSS 2.0 and 1.0, Atom and Dublin Core, by their names in lower case. */
const fieldsByElement: Readonly<Record<string, Field>> = {
  title: 'title',
  link: 'url',
  guid: 'guid',
  id: 'guid',
  description: 'summary',
  summary: 'summary',
  content: 'content',
  'content:encoded': 'content',
  author: 'author',
  'dc:creator': 'author',
  pubdate: 'published',
  published: 'published',
  'dc:date': 'published',
  updated: 'updated',
};

/** Decodes a feed by its byte order mark, its XML declaration or the header of the answer; UTF-8 otherwise. */
export function decodeFeed(bytes: Uint8Array, contentType = ''): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined;
  const label =
    marked ??
    /^[^<]*<\?xml[^>]*encoding=["']([\w-]{1,20})["']/i.exec(head)?.[1] ??
    /charset=["']?([\w-]{1,20})/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}

/** The text of HTML as somebody reads it: without tags, scripts and styles. */
export function textOfHtml(html: string): string {
  if (!/[<&]/.test(html)) return html.trim();
  let content = '';
  let hidden = 0;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (name === 'script' || name === 'style') hidden++;
        else if (/^(?:p|br|div|li|tr|h[1-6]|blockquote)$/.test(name)) content += '\n';
      },
      ontext: (piece) => {
        if (hidden === 0) content += piece;
      },
      onclosetag: (name) => {
        if (name === 'script' || name === 'style') hidden--;
      },
    },
    { decodeEntities: true },
  );
  parser.write(html.slice(0, maxElementLength));
  parser.end();
  return content
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?(?:\n ?)*/g, '\n')
    .trim();
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Hours of the zones that RFC 822 names. */
const zones: Readonly<Record<string, string>> = {
  EST: '-0500',
  EDT: '-0400',
  CST: '-0600',
  CDT: '-0500',
  MST: '-0700',
  MDT: '-0600',
  PST: '-0800',
  PDT: '-0700',
};
const rfc822 =
  /^(?:[a-z]{3,9}, *)?(\d{1,2}) ([a-z]{3})[a-z]* (\d{2}|\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))? *([+-]\d{4}|[a-z]{1,4})?$/i;

/** A moment as RSS writes it, as ISO 8601. */
function fromRfc822(written: string): string | undefined {
  const [matched, day = '', month = '', year = '', hour = '', minute, second = '00', zone = ''] =
    rfc822.exec(written) ?? [];
  if (matched === undefined) return undefined;
  const two = (part: string | number) => String(part).padStart(2, '0');
  const offset = /^[+-]/.test(zone) ? zone : (zones[zone.toUpperCase()] ?? 'Z');
  return `${year.length === 2 ? `20${year}` : year}-${two(months.indexOf(month.toLowerCase()) + 1)}-${two(day)}T${two(hour)}:${minute}:${second}${offset}`;
}

/** A moment in the notations of feeds (RFC 822, RFC 3339, and Chinese ones without a zone) in milliseconds; NaN: it is none. */
export function parsePublicationTime(written: string): number {
  const trimmed = written.trim().slice(0, 60);
  const local = parseMomentText(trimmed);
  const instant = parseInstant(trimmed) === undefined ? fromRfc822(trimmed) : trimmed;
  const read = instant === undefined ? local && `${local.replace(' ', 'T')}+08:00` : instant;
  return (read && parseInstant(read)) || Number.NaN;
}

type Entry = Partial<Record<Field, string>>;

function toItem({ url, guid, title = '', content, summary, author = '', published, updated }: Entry): IncomingItem {
  const written = published ?? updated ?? '';
  const body = textOfHtml(content ?? '') || textOfHtml(summary ?? '') || textOfHtml(title);
  return {
    url: (url ?? guid ?? '').trim(),
    title: textOfHtml(title),
    content: body,
    author: author.trim(),
    author_fans: null,
    published: written.trim(),
    at: parsePublicationTime(written),
    reads: null,
    comments: null,
    shares: null,
  };
}

/**
 * The entries of an RSS or Atom feed. Nothing outside the text is ever loaded, and no entity but those of XML and HTML is
 * known; a feed that defines entities is refused, because other programs would expand them. Run it in a thread: a
 * hostile feed takes its time.
 */
export function parseFeed(xml: string): readonly IncomingItem[] | FeedFault {
  if (/<!ENTITY/i.test(xml)) return 'entities';
  const reader = new FeedReader();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name.toLowerCase(), attributes),
      ontext: (piece) => reader.text(piece),
      onclosetag: (name) => reader.close(name.toLowerCase()),
    },
    { xmlMode: true, decodeEntities: true, recognizeCDATA: true },
  );
  for (let at = 0; at < xml.length && !reader.isFull; at += 65_536) parser.write(xml.slice(at, at + 65_536));
  if (!reader.isFull) parser.end();
  return reader.isFeed ? reader.entries.map(toItem) : 'unreadable';
}

/** Collects entries from the events of the parser. */
class FeedReader {
  readonly entries: Entry[] = [];
  isFeed = false;
  isFull = false;
  #depth = 0;
  #entry: Entry | undefined;
  #entryDepth = 0;
  #field: Field | undefined;
  #fieldDepth = 0;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth++;
    if (this.#depth > maxDepth) this.isFull = true;
    if (this.#depth === 1) this.isFeed = ['rss', 'feed', 'rdf:rdf'].includes(name);
    if (!this.#entry) {
      if (name !== 'item' && name !== 'entry') return;
      if (this.entries.length >= maxFeedEntries) {
        this.isFull = true;
        return;
      }
      this.#entry = {};
      this.#entryDepth = this.#depth;
      return;
    }
    // an author of Atom is made of elements of its own
    if (name === 'name' && this.#field === 'author') this.#begin('author');
    const field = fieldsByElement[name];
    // further down are quoted entries and media with titles of their own
    if (this.#field !== undefined || field === undefined || this.#depth !== this.#entryDepth + 1) return;
    // Atom has its links in attributes; `alternate` is the page of the entry
    if (field === 'url' && attributes.href !== undefined) {
      if ((attributes.rel ?? 'alternate') === 'alternate') this.#entry.url ??= attributes.href;
      return;
    }
    if (this.#entry[field] === undefined) this.#begin(field);
  }

  #begin(field: Field): void {
    this.#field = field;
    this.#fieldDepth = this.#depth;
    if (this.#entry) this.#entry[field] = '';
  }

  text(piece: string): void {
    if (!this.#entry || this.#field === undefined) return;
    const present = this.#entry[this.#field] ?? '';
    if (present.length < maxElementLength)
      this.#entry[this.#field] = present + piece.slice(0, maxElementLength - present.length);
  }

  close(name: string): void {
    if (this.#field !== undefined && this.#depth === this.#fieldDepth) this.#field = undefined;
    if (this.#entry && this.#depth === this.#entryDepth && (name === 'item' || name === 'entry')) {
      this.entries.push(this.#entry);
      this.#entry = undefined;
    }
    this.#depth--;
  }
}
