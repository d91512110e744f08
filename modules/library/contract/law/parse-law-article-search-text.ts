import { chineseNumerals, parseChineseNumber } from './chinese-number.ts';

/** What somebody who looks for an article means: `旅游法 35`, `第三十五条`, `20条之一 责令`. */
export interface LawArticleSearch {
  readonly number?: number;
  readonly inserted?: number;
  /** Words of the law or of the article, in lower case. */
  readonly terms: readonly string[];
}

/** Maximum number of words; further ones are ignored. */
const maxTerms = 6;
const numeral = `[${chineseNumerals}]{1,9}|\\d{1,4}`;
const named = new RegExp(`第?\\s?(${numeral})\\s?条(?:之(${numeral}))?`, 'u');
const bare = /(?:^|(?<=[\s\p{sc=Han}]))(\d{1,4})(?:-(\d{1,2}))?(?:条)?$/u;

const toNumber = (written: string): number | undefined =>
  /^\d+$/.test(written) ? Number(written) : parseChineseNumber(written);

/**
 * Reads a search for an article: its number in Chinese or digits, with or without 第 and 条, and words. A number alone at
 * the end is that of an article.
 */
export function parseLawArticleSearch(typed: string): LawArticleSearch {
  const plain = typed
    .normalize('NFKC')
    .replace(/[《》“”"、，,]/g, ' ')
    .trim()
    .toLowerCase();
  const found = named.exec(plain) ?? bare.exec(plain);
  const [whole = '', of = '', after] = found ?? [];
  const number = found ? toNumber(of) : undefined;
  if (number === undefined || number === 0) return { terms: termsOf(plain) };
  const inserted = after === undefined ? undefined : toNumber(after);
  const begin = found?.index ?? 0;
  const terms = termsOf(`${plain.slice(0, begin)} ${plain.slice(begin + whole.length)}`);
  return { number, ...(inserted === undefined ? {} : { inserted }), terms };
}

const termsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean).slice(0, maxTerms);
