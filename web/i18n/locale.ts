import { asLocale, defaultLocale, type Locale, type Text, textIn } from '#kernel/text/text.ts';

const key = 'lang';

let current: Locale | undefined;

function readLocale(): Locale {
  try {
    const requested = new URLSearchParams(window.location.search).get('lang');
    return asLocale(requested ?? localStorage.getItem(key) ?? localeOfVisitor(window.location, navigator.languages));
  } catch {
    return defaultLocale;
  }
}

/**
 * Of somebody who has not chosen: the first language of their browser that is spoken here, on the pages of the public and
 * of members. The back office is an office in China.
 */
export function localeOfVisitor(
  { pathname, hash }: Pick<Location, 'pathname' | 'hash'>,
  languages: readonly string[],
): Locale {
  if (/^\/($|admin(\/|$)|40[14]$)/.test(pathname) || /^#\/admin/.test(hash)) return defaultLocale;
  return asLocale(languages.find((tag) => /^(zh|en)\b/i.test(tag)));
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
export const translate = (text: Text, values?: Readonly<Record<string, unknown>>): string =>
  textIn(text, currentLocale(), values);

/** The same for components: `const say = useText(); say(words.save)`. */
export const useText = () => translate;

/** Tag of the language for `lang` attributes and `Intl`. */
export const languageTag = (): string => (currentLocale() === 'en' ? 'en' : 'zh-CN');
