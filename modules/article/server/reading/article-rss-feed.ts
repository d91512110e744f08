import { text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { markup } from '#server/http/page/escape-html-markup.ts';
import { siteOfPage } from '#server/http/page/html-page-layout.ts';
import type { PageAnswer, PageRequest } from '#server/http/page/html-page-types.ts';
import { pathOfArticle, readPublicArticles, readPublicCategories } from './read-public-articles.ts';

const texts = { title: text('通知公告', 'Notices and articles') };

/** Entries of the feed. */
const most = 50;

/** `/article/feed.xml?category=`: the newest articles as RSS 2.0. */
export async function articleRssFeed({ engine, locale, parameter, origin }: PageRequest): Promise<PageAnswer> {
  const category = parameter('category');
  const [categories, found] = await Promise.all([
    readPublicCategories(engine.db, locale),
    readPublicArticles(engine.db, { locale, category, search: '', offset: 0, limit: most }),
  ]);
  const { site, address } = siteOfPage(engine.settings(siteSettings), origin);
  const name = categories.find(({ slug }) => slug === category)?.name ?? texts.title[locale];
  const own = `${address}/article${category ? `?category=${encodeURIComponent(category)}` : ''}`;
  const feed = markup`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0">
<channel>
<title>${site.name[locale]} · ${name}</title>
<link>${own}</link>
<description>${[site.authority, name].filter(Boolean).join(' · ')}</description>
<language>${locale === 'en' ? 'en' : 'zh-cn'}</language>
${found.map(
  (one) => markup`<item>
<title>${one.title}</title>
<link>${address}${pathOfArticle(one.code)}</link>
<guid isPermaLink="true">${address}${pathOfArticle(one.code)}</guid>
<category>${one.category}</category>
<pubDate>${new Date(one.published_at * 1000).toUTCString()}</pubDate>
${one.subtitle && markup`<description>${one.subtitle}</description>`}
</item>
`,
)}</channel>
</rss>
`;
  return { type: 'application/rss+xml', body: feed.source };
}
