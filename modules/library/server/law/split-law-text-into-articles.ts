import { chineseNumerals, parseChineseNumber } from '../../contract/law/chinese-number.ts';
import type { LawTextProblem } from '../../contract/law/law-text-preview-and-problems.ts';

/** A paragraph (款) of an article with its items (项). */
export interface LawParagraph {
  readonly text: string;
  readonly items: readonly string[];
}

export interface LawArticle {
  /** 条; with `inserted`, 第二十条之一 is article 20, inserted 1. */
  readonly number: number;
  readonly inserted: number;
  /** Part, chapter and section it stands in: `第二章 旅游者`. */
  readonly headings: readonly string[];
  readonly paragraphs: readonly LawParagraph[];
}

export interface LawText {
  /** Lines before the first heading or article: title, dates of enactment, contents. */
  readonly preamble: readonly string[];
  readonly articles: readonly LawArticle[];
  readonly problems: readonly { readonly article: string; readonly problem: LawTextProblem }[];
}

const number = `[${chineseNumerals}]{1,9}|[\\d０-９]{1,4}`;
/** The space after the number tells an article from a sentence that begins by citing one. */
const articleStart = new RegExp(`^第(${number})条(?:之(${number}))?(?:[\\s:：]+(.*))?$`, 'u');
/** Texts set without that space; an article is then recognised by the number that follows. */
const closeArticleStart = new RegExp(`^第(${number})条(?:之(${number}))?(?![之第])(.+)$`, 'u');
/** A heading is short and no sentence. */
const headingStart = new RegExp(`^第(?:${number})(编|分编|章|节)(?:\\s+(.*)|([^\\s。，；：、]{1,40}))?$`, 'u');
const itemStart = new RegExp(`^[（(](${number})[)）]\\s*(.*)$`, 'u');
/** Marks of Markdown around a line: headings, quotes, lists, bold. */
const markdown = /^(?:[#>*\-\s]+(?=第|[（(])|#+\s+)|\*\*|__/gu;

/** Elements that Markdown takes over from web pages, and those that end a line. */
const tag = /<\/?(?:p|div|center|span|font|strong|b|em|i|u|h[1-6])(?:\s[^<>]{0,300})?>/giu;
const lineBreak = /<br\s{0,9}\/?>|<\/(?:p|div|h[1-6])>/giu;
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/giu;
const namedCharacters = new Map(
  Object.entries({
    nbsp: ' ',
    ensp: ' ',
    emsp: ' ',
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    ldquo: '“',
    rdquo: '”',
    middot: '·',
  }),
);

/** The text that a Markdown or web page shows: without elements, and with its characters instead of references to them. */
const shownText = (source: string): string =>
  source
    .replace(lineBreak, '\n')
    .replace(tag, '')
    .replace(reference, (written, decimal?: string, hex?: string, name?: string) => {
      if (name) return namedCharacters.get(name.toLowerCase()) ?? written;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      // what is no character, such as half of one, is a space
      const isCharacter = code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : ' ';
    });

const levels = ['编', '分编', '章', '节'];
const toNumber = (text: string | undefined): number =>
  text === undefined ? 0 : /^[\d０-９]+$/.test(text) ? Number(text.normalize('NFKC')) : (parseChineseNumber(text) ?? 0);

/** `20`, `20-1` */
export const articleKey = ({ number: of, inserted }: Pick<LawArticle, 'number' | 'inserted'>): string =>
  inserted === 0 ? `${of}` : `${of}-${inserted}`;

interface OpenArticle extends LawArticle {
  readonly paragraphs: { text: string; items: string[] }[];
}

/**
 * Splits the text of a law into articles, paragraphs and items (domain reference §2.H). Takes plain text or Markdown,
 * a line for each paragraph. Nothing is corrected: `problems` names articles out of order, twice, missing or empty.
 */
export function parseLawText(source: string): LawText {
  const shown = shownText(source);
  const spaced = splitArticles(shown, false);
  return spaced.articles.length > 0 ? spaced : splitArticles(shown, true);
}

function splitArticles(source: string, close: boolean): LawText {
  const preamble: string[] = [];
  const articles: OpenArticle[] = [];
  let headings: string[] = [];
  for (const written of source.split(/\r\n?|\n/)) {
    const line = written
      .replace(/[\u3000\u00a0]/g, ' ')
      // web pages leave invisible marks, before which no number would be found
      .replace(/[\u200b\u2060\ufeff]/g, '')
      .replace(markdown, '')
      .trim();
    if (line === '') continue;
    const article = articles.at(-1);
    const [, level] = headingStart.exec(line) ?? [];
    const [start, of, inserted, rest] = articleStart.exec(line) ?? (close ? (nextArticle(line, article) ?? []) : []);
    if (level !== undefined) headings = [...headings.slice(0, levelOf(headings, level)), line.replace(/\s+/g, ' ')];
    else if (start !== undefined)
      articles.push({
        number: toNumber(of),
        inserted: toNumber(inserted),
        headings,
        paragraphs: rest ? [{ text: rest.trim(), items: [] }] : [],
      });
    else if (article) addLine(article, line);
    else preamble.push(line);
  }
  return { preamble, articles, problems: problemsOf(articles) };
}

/** The beginning of an article that is set without a space: it has the number that follows. */
function nextArticle(line: string, before: LawArticle | undefined): RegExpExecArray | undefined {
  const found = closeArticleStart.exec(line);
  const [, of, inserted] = found ?? [];
  const one = { number: toNumber(of), inserted: toNumber(inserted), headings: [], paragraphs: [] };
  return found && follows(one, before) ? found : undefined;
}

/** Number of headings that stay open when one of this level begins. */
function levelOf(headings: readonly string[], level: string): number {
  const at = headings.findIndex((one) => levels.indexOf(headingStart.exec(one)?.[1] ?? '') >= levels.indexOf(level));
  return at < 0 ? headings.length : at;
}

function addLine({ paragraphs }: OpenArticle, line: string): void {
  const last = paragraphs.at(-1);
  if (last && itemStart.test(line)) last.items.push(line);
  else paragraphs.push({ text: line, items: [] });
}

function problemsOf(articles: readonly OpenArticle[]): LawText['problems'] {
  const problems: { article: string; problem: LawTextProblem }[] = [];
  const seen = new Set<string>();
  let before: OpenArticle | undefined;
  for (const one of articles) {
    const article = articleKey(one);
    const add = (problem: LawTextProblem) => problems.push({ article, problem });
    if (seen.has(article)) add('duplicate');
    else if (before && compareArticles(one, before) < 0) add('order');
    else if (!follows(one, before)) add('gap');
    if (one.paragraphs.length === 0) add('empty');
    if (one.paragraphs.some(({ items }) => items.some((item, at) => toNumber(itemStart.exec(item)?.[1]) !== at + 1)))
      add('item_order');
    seen.add(article);
    before = one;
  }
  return problems;
}

const compareArticles = (one: LawArticle, other: LawArticle) =>
  one.number - other.number || one.inserted - other.inserted;

/** Whether nothing is missing between two articles. */
const follows = ({ number: of, inserted }: LawArticle, before: LawArticle | undefined): boolean =>
  inserted > 0 ? before?.number === of && before.inserted === inserted - 1 : of === (before?.number ?? 0) + 1;
