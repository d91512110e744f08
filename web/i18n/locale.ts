import { asLocale, defaultLocale, type Locale, say, type Text } from '#kernel/text.ts';

const key = 'lang';

let current: Locale | undefined;

function readLocale(): Locale {
  try {
    const asked = new URLSearchParams(window.location.search).get('lang');
    return asLocale(asked ?? localStorage.getItem(key) ?? defaultLocale);
  } catch {
    return defaultLocale;
  }
}

/** The language of this page; it does not change without a reload. */
export function currentLocale(): Locale {
  current ??= readLocale();
  return current;
}

/** Keeps the choice and reloads, so that every word, also those already answered by the server, changes at once. */
export function setLocale(locale: Locale): void {
  try {
    localStorage.setItem(key, locale);
  } catch {
    // The choice then holds for the address below only.
  }
  const address = new URL(window.location.href);
  address.searchParams.delete('lang');
  if (address.href === window.location.href) window.location.reload();
  else window.location.replace(address);
}

/** Says a text in the language of the page. */
export const speak = (text: Text, values?: Readonly<Record<string, unknown>>): string =>
  say(text, currentLocale(), values);

/** The same for components: `const say = useText(); say(words.save)`. */
export const useText = () => speak;

/** Tag of the language for `lang` attributes and `Intl`. */
export const languageTag = (): string => (currentLocale() === 'en' ? 'en' : 'zh-CN');
