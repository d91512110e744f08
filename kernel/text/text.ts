/** A language of the product. Simplified Chinese is the default and the fallback. */
export type Locale = 'zh-cn' | 'en';

export const locales = ['zh-cn', 'en'] as const satisfies readonly Locale[];
export const defaultLocale: Locale = 'zh-cn';

/** A text in every language of the product. */
export interface Text {
  readonly 'zh-cn': string;
  readonly en: string;
}

/** Creates a text from Chinese and English: `text('企业', 'Enterprise')`. */
export const text = (zh: string, en: string): Text => ({ 'zh-cn': zh, en });

/** The locale for a language tag from a header, a query or a browser. Unknown tags become Chinese. */
export function asLocale(tag: unknown): Locale {
  return typeof tag === 'string' && /^en\b/i.test(tag) ? 'en' : defaultLocale;
}

const abbreviated = /\b(?:Co|Ltd|Inc|No|etc)\.$/;

/** Adds a full stop to a text that ends a sentence, unless the text has one already. */
function withStop(sentence: string, stop: string): string {
  if (stop === '' || (stop !== '.' && abbreviated.test(sentence))) return sentence + stop;
  return /(?:[！？!?…]|\.{3})$/.test(sentence) ? sentence : sentence.replace(/[。.；;，,、\s]+$/, '') + stop;
}

/**
 * Matches a placeholder `{name}` with the full stop behind it, or two forms of a word that depend on a number:
 * `{name|row|rows}`.
 */
const place = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*)\}|\}([。.；;，,、？?！]?))/g;

/**
 * Fills in the `{name}` placeholders of a text. `{n} {n|row|rows}` becomes “1 row” or “2 rows” (English has two forms,
 * Chinese one). A placeholder whose value is undefined remains.
 */
export const fillPlaceholders = (wording: string, valueIn: (name: string) => unknown): string =>
  wording.replace(place, (open, name: string, one?: string, other?: string, stop = '') => {
    const value = valueIn(name);
    if (value === undefined) return open;
    return one === undefined || other === undefined
      ? withStop(String(value), stop)
      : String(value) === '1'
        ? one
        : other;
  });

/** The text in one language, with its placeholders filled in. */
export const textIn = (message: Text, locale: Locale, values: Readonly<Record<string, unknown>> = {}): string =>
  fillPlaceholders(message[locale], (name) => values[name]);

/** Joins sentences into one line. The separator replaces the full stops between them. */
export const joinSentences = (sentences: readonly string[], between = '；'): string =>
  sentences.map((one, at) => (at < sentences.length - 1 ? withStop(one, between) : one)).join('');

/** The text in every language, with its placeholders filled in. */
export const textInAnyLocale = (message: Text, values: Readonly<Record<string, unknown>>): Text => ({
  'zh-cn': textIn(message, 'zh-cn', values),
  en: textIn(message, 'en', values),
});

/** The items of a list as a phrase: 甲、乙 in Chinese, A, B in English. */
export const joinList = (items: readonly string[], locale: Locale): string => items.join(locale === 'en' ? ', ' : '、');
