import { beginningOfText } from '#kernel/text/beginning-of-text.ts';
import { richTextToPlain } from '#kernel/text/rich-text.ts';
import { text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { markup } from '#server/http/page/escape-html-markup.ts';
import { siteOfPage } from '#server/http/page/html-page-layout.ts';
import type { PageAnswer, PageRequest } from '#server/http/page/html-page-types.ts';
import { type ListedArticle, pathOfArticle, readPublicArticles, readPublicCategories } from './read-public-articles.ts';

const texts = { title: text('通知公告', 'Notices and articles') };

/** Entries of the feed. */
const most = 50;

/** Characters of a description. */
const longestDescription = 160;

/** The subtitle, or the beginning of the text, which may end in the middle of a tag. */
const descriptionOf = ({ subtitle, beginning }: ListedArticle): string =>
  subtitle || beginningOfText(richTextToPlain((beginning ?? '').replace(/[<&][^<>;]*$/, '')), longestDescription);

/** `/article/feed.xml?category=`: the newest articles as RSS 2.0. */
export async function articleRssFeed({ engine, locale, parameter, origin }: PageRequest): Promise<PageAnswer> {
  const category = parameter('category');
  const [categories, found] = await Promise.all([
    readPublicCategories(engine.db, locale),
    readPublicArticles(engine.db, { locale, category, search: '', offset: 0, limit: most, withBeginning: true }),
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
${found.map((one) => {
  const description = descriptionOf(one);
  return markup`<item>
<title>${one.title}</title>
<link>${address}${pathOfArticle(one.code)}</link>
<guid isPermaLink="true">${address}${pathOfArticle(one.code)}</guid>
<category>${one.category}</category>
<pubDate>${new Date(one.published_at * 1000).toUTCString()}</pubDate>
${description && markup`<description>${description}</description>`}
</item>
`;
})}</channel>
</rss>
`;
  return { type: 'application/rss+xml', body: feed.source };
}
