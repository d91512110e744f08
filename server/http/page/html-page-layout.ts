import { type Locale, type Text, text } from '#kernel/text/text.ts';
import { pageStyle } from './css-of-html-pages.ts';
import { Markup, markup } from './escape-html-markup.ts';

const texts = {
  other: text('English', '中文'),
  hotline: text('咨询电话', 'Enquiries'),
  content: text('跳到正文', 'Skip to content'),
};

/** What the platform says of itself on every page. */
export interface SiteOfPage {
  readonly name: Text;
  readonly authority: string | null;
  readonly hotline: string | null;
  readonly record_number: string | null;
}

/** Settings of the platform about itself (`site`). */
interface SiteValues {
  readonly name: string;
  readonly name_en: string;
  readonly authority: string | null;
  readonly hotline: string | null;
  readonly record_number: string | null;
  readonly address: string | null;
}

/** What a page needs of the settings. Its addresses start with the platform's own, else with the one that was asked. */
export const siteOfPage = (
  { name, name_en, address, ...site }: SiteValues,
  origin: string,
): Pick<PageContent, 'site' | 'address'> => ({
  site: {
    name: text(name, name_en),
    authority: site.authority,
    hotline: site.hotline,
    record_number: site.record_number,
  },
  address: (address ?? origin).replace(/\/+$/, ''),
});

export interface PageContent {
  readonly locale: Locale;
  readonly site: SiteOfPage;
  readonly title: string;
  /** Path and query of this page without its language. */
  readonly path: string;
  /** Start of absolute addresses, without a slash at its end. */
  readonly address: string;
  readonly description?: string;
  /** Path of a picture for those who share the page. */
  readonly picture?: string | null;
  readonly kind?: 'article' | 'website';
  /** Seconds of Unix time. */
  readonly published?: number;
  /** Path of its feed. */
  readonly feed?: string;
  /** Links of the head: path and label. */
  readonly links?: readonly { readonly path: string; readonly label: string; readonly here?: boolean }[];
  /** Search engines leave it out. */
  readonly unlisted?: boolean;
  readonly body: Markup;
}

const inLanguage = (path: string, locale: Locale): string => `${path}${path.includes('?') ? '&' : '?'}lang=${locale}`;

/** A whole page, readable without script and on paper. */
export function pageLayout(page: PageContent): string {
  const { locale, site, path, body } = page;
  const other = locale === 'en' ? 'zh-cn' : 'en';
  const content = markup`<!doctype html>
<html lang="${locale === 'en' ? 'en' : 'zh-CN'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${headOf(page)}
<style>${new Markup(pageStyle)}</style>
</head>
<body>
<a class="skip" href="#content">${texts.content[locale]}</a>
<header>
<a class="site" href="${inLanguage(page.links?.[0]?.path ?? path, locale)}">${site.name[locale]}</a>
<nav>${(page.links ?? []).map(
    ({ path: to, label, here }) =>
      markup`<a href="${to.startsWith('/') ? inLanguage(to, locale) : to}"${here ? markup` aria-current="page"` : ''}>${label}</a>`,
  )}</nav>
<a class="language" lang="${other === 'en' ? 'en' : 'zh-CN'}" hreflang="${other === 'en' ? 'en' : 'zh-CN'}" href="${inLanguage(path, other)}">${texts.other[locale]}</a>
</header>
<main id="content">${body}</main>
<footer>${[site.authority, site.hotline && `${texts.hotline[locale]} ${site.hotline}`, site.record_number]
    .filter(Boolean)
    .map((line) => markup`<span>${line}</span>`)}</footer>
</body>
</html>
`;
  return content.source;
}

function headOf({ locale, site, title, path, address, kind = 'website', ...page }: PageContent): Markup {
  const url = `${address}${path}`;
  return markup`<title>${title} · ${site.name[locale]}</title>
<link rel="canonical" href="${url}">
<link rel="alternate" hreflang="zh-CN" href="${inLanguage(url, 'zh-cn')}">
<link rel="alternate" hreflang="en" href="${inLanguage(url, 'en')}">
${page.feed && markup`<link rel="alternate" type="application/rss+xml" title="${site.name[locale]}" href="${inLanguage(page.feed, locale)}">`}
${page.unlisted && markup`<meta name="robots" content="noindex">`}
${page.description && markup`<meta name="description" content="${page.description}"><meta property="og:description" content="${page.description}">`}
<meta property="og:title" content="${title}">
<meta property="og:type" content="${kind}">
<meta property="og:url" content="${url}">
<meta property="og:site_name" content="${site.name[locale]}">
<meta property="og:locale" content="${locale === 'en' ? 'en_US' : 'zh_CN'}">
${page.picture && markup`<meta property="og:image" content="${address}${page.picture}">`}
${page.published !== undefined && markup`<meta property="article:published_time" content="${new Date(page.published * 1000).toISOString()}">`}`;
}
