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

/** Fill `{name}` places of a text in one language. */
export function say(message: Text, locale: Locale, values: Readonly<Record<string, unknown>> = {}): string {
  return message[locale].replace(/\{(\w+)\}/g, (place, name: string) =>
    values[name] === undefined ? place : String(values[name]),
  );
}

/** The same in every language. */
export const sayAlways = (message: Text, values: Readonly<Record<string, unknown>>): Text => ({
  'zh-cn': say(message, 'zh-cn', values),
  en: say(message, 'en', values),
});
