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
 * Language of a user who has not chosen one: on public and member pages, the first supported language of the browser;
 * in the back office, Chinese.
 */
export function localeOfVisitor(
  { pathname, hash }: Pick<Location, 'pathname' | 'hash'>,
  languages: readonly string[],
): Locale {
  if (/^\/($|admin(\/|$)|40[14]$)/.test(pathname) || /^#\/admin/.test(hash)) return defaultLocale;
  return asLocale(languages.find((tag) => /^(zh|en)\b/i.test(tag)));
}

/** The language of this page; it changes only with a reload. */
export function currentLocale(): Locale {
  current ??= readLocale();
  return current;
}

/** Stores the choice and reloads, so that texts answered by the server change as well. */
export function setLocale(locale: Locale): void {
  try {
    localStorage.setItem(key, locale);
  } catch {
    // The choice then holds only through the address below.
  }
  const address = new URL(window.location.href);
  address.searchParams.delete('lang');
  if (address.href === window.location.href) window.location.reload();
  else window.location.replace(address);
}

/** A text in the language of the page. */
export const translate = (text: Text, values?: Readonly<Record<string, unknown>>): string =>
  textIn(text, currentLocale(), values);

/** The same as a hook: `const t = useText(); t(texts.save)`. */
export const useText = () => translate;

/** Tag of the language for `lang` attributes and `Intl`. */
export const languageTag = (): string => (currentLocale() === 'en' ? 'en' : 'zh-CN');
