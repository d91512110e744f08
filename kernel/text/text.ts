/** A language of the product. Simplified Chinese is the default and the fallback. */
export type Locale = 'zh-cn' | 'en';

export const locales = ['zh-cn', 'en'] as const satisfies readonly Locale[];
export const defaultLocale: Locale = 'zh-cn';

/** A string in every language of the product. */
export interface Text {
  readonly 'zh-cn': string;
  readonly en: string;
}

/** Short form for declarations: `text('企业', 'Enterprise')`. */
export const text = (zh: string, en: string): Text => ({ 'zh-cn': zh, en });

/** Any language tag a client may send (header, query, browser); unknown ones fall back to Chinese. */
export function asLocale(tag: unknown): Locale {
  return typeof tag === 'string' && /^en\b/i.test(tag) ? 'en' : defaultLocale;
}

const abbreviated = /\b(?:Co|Ltd|Inc|No|etc)\.$/;

/** What somebody wrote, and the stop of the sentence it stands in: there is one stop, not two. */
function withStop(sentence: string, stop: string): string {
  if (stop === '' || (stop !== '.' && abbreviated.test(sentence))) return sentence + stop;
  return /(?:[！？!?…]|\.{3})$/.test(sentence) ? sentence : sentence.replace(/[。.；;，,、\s]+$/, '') + stop;
}

/** The place of a value, `{name}`, with the stop behind it, or the two forms of a word that goes with a number, `{name|row|rows}`. */
const place = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*)\}|\}([。.；;，,、？?！]?))/g;

/**
 * Puts values into the `{name}` places of words, and chooses the form of words that go with a number: `{n} {n|row|rows}` is
 * “1 row” and “2 rows” (English has two forms, Chinese one). A place without a value stays open.
 */
export const fillPlaces = (wording: string, valueIn: (name: string) => unknown): string =>
  wording.replace(place, (open, name: string, one?: string, other?: string, stop = '') => {
    const value = valueIn(name);
    if (value === undefined) return open;
    return one === undefined || other === undefined
      ? withStop(String(value), stop)
      : String(value) === '1'
        ? one
        : other;
  });

/** Fill `{name}` places of a text in one language. */
export const textIn = (message: Text, locale: Locale, values: Readonly<Record<string, unknown>> = {}): string =>
  fillPlaces(message[locale], (name) => values[name]);

/** Sentences of several origins as one line: each loses its stop to what stands between them. */
export const joinSentences = (sentences: readonly string[], between = '；'): string =>
  sentences.map((one, at) => (at < sentences.length - 1 ? withStop(one, between) : one)).join('');

/** The same in every language. */
export const textInAnyLocale = (message: Text, values: Readonly<Record<string, unknown>>): Text => ({
  'zh-cn': textIn(message, 'zh-cn', values),
  en: textIn(message, 'en', values),
});
