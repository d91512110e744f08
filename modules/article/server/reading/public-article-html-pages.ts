import { isPrivateFile } from '#kernel/kind/linked/file.ts';
import { beginningOfText } from '#kernel/text/beginning-of-text.ts';
import { richTextToPlain } from '#kernel/text/rich-text.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { readOriginalNamesOfFiles } from '#server/files/read-original-names-of-files.ts';
import { guestOpener, signLink } from '#server/files/sign-and-verify-file-links.ts';
import { Markup, markup } from '#server/http/page/escape-html-markup.ts';
import { pageLayout, siteOfPage } from '#server/http/page/html-page-layout.ts';
import type { PageAnswer, PageRequest, ServedPage } from '#server/http/page/html-page-types.ts';
import { articleRssFeed } from './article-rss-feed.ts';
import {
  countArticleView,
  type ListedArticle,
  type PublicArticle,
  type PublicCategory,
  pathOfArticle,
  readPublicArticle,
  readPublicArticles,
  readPublicCategories,
} from './read-public-articles.ts';

const texts = {
  title: text('通知公告', 'Notices and articles'),
  all: text('全部', 'All'),
  search: text('查找标题', 'Search titles'),
  go: text('查找', 'Search'),
  pinned: text('置顶', 'Pinned'),
  none: text('没有文章', 'No articles'),
  older: text('更早', 'Older'),
  newer: text('更新', 'Newer'),
  missing: text('没有这篇文章', 'No such article'),
  missingText: text('它可能已下线，或不向公众开放。', 'It may have been taken offline, or is not open to everybody.'),
  back: text('全部文章', 'All articles'),
  author: text('作者：{name}', 'By {name}'),
  source: text('来源：{name}', 'Source: {name}'),
  attachments: text('附件', 'Attachments'),
  attachment: text('附件 {n}（{type}）', 'Attachment {n} ({type})'),
  chineseOnly: text('本文没有英文版。', 'This article is available in Chinese only.'),
};

const perPage = 20;

/** The head of pages: all articles, and the categories. */
const linksOf = (categories: readonly PublicCategory[], here: string, locale: Locale) => [
  { path: '/article', label: texts.all[locale], here: here === '' },
  ...categories.map(({ slug, name, kind, url }) => ({
    path: kind === 'link' && url ? url : `/article?category=${encodeURIComponent(slug)}`,
    label: name,
    here: slug === here,
  })),
];

const entryOf = (one: ListedArticle, locale: Locale) => markup`<li>
${one.top && markup`<span class="mark">${texts.pinned[locale]}</span>`}<a href="${pathOfArticle(one.code)}?lang=${locale}">${one.title}</a>
${one.subtitle && markup`<p>${one.subtitle}</p>`}
<p class="note">${one.category} · <time>${shanghaiDateOf(one.published_at)}</time></p>
</li>`;

/** `/article?category=&q=&page=` */
async function listPage({ engine, locale, parameter, origin }: PageRequest): Promise<PageAnswer> {
  const [category, search] = [parameter('category'), parameter('q')];
  const page = Math.min(1000, Math.max(1, Math.trunc(Number(parameter('page'))) || 1));
  const [categories, found] = await Promise.all([
    readPublicCategories(engine.db, locale),
    readPublicArticles(engine.db, { locale, category, search, offset: (page - 1) * perPage, limit: perPage + 1 }),
  ]);
  const chosen = categories.find(({ slug }) => slug === category);
  const [only] = found;
  if (chosen?.kind === 'page' && only && search === '')
    return { body: '', redirect: `${pathOfArticle(only.code)}?lang=${locale}` };
  const query = new URLSearchParams({ ...(category && { category }), ...(search && { q: search }) });
  const pathOf = (n: number) => {
    const full = new URLSearchParams({ ...Object.fromEntries(query), ...(n > 1 && { page: String(n) }) }).toString();
    return full ? `/article?${full}` : '/article';
  };
  const linkTo = (n: number, label: string) => {
    const path = pathOf(n);
    return markup`<a href="${path}${path.includes('?') ? '&' : '?'}lang=${locale}">${label}</a>`;
  };
  const title = chosen?.name ?? texts.title[locale];
  const body = markup`<h1>${title}</h1>
<form action="/article" role="search"><input type="search" name="q" value="${search}" maxlength="60" aria-label="${texts.search[locale]}" placeholder="${texts.search[locale]}">
${category && markup`<input type="hidden" name="category" value="${category}">`}<input type="hidden" name="lang" value="${locale}"><button>${texts.go[locale]}</button></form>
${found.length === 0 ? markup`<p>${texts.none[locale]}</p>` : markup`<ul class="list">${found.slice(0, perPage).map((one) => entryOf(one, locale))}</ul>`}
<p class="pages"><span>${page > 1 && linkTo(page - 1, texts.newer[locale])}</span><span>${found.length > perPage && linkTo(page + 1, texts.older[locale])}</span></p>`;
  const feed = `/article/feed.xml${category ? `?category=${encodeURIComponent(category)}` : ''}`;
  const links = linksOf(categories, category, locale);
  const unlisted = search !== '';
  return {
    body: pageLayout({
      ...siteOfPage(engine.settings(siteSettings), origin),
      locale,
      title,
      path: pathOf(page),
      feed,
      links,
      unlisted,
      body,
    }),
  };
}

const fileType = (url: string): string => (/\.([a-z0-9]{1,5})$/i.exec(url)?.[1] ?? 'file').toUpperCase();

/** An article with the names of its attachments. */
const contentOf = (one: PublicArticle, names: ReadonlyMap<string, string>, locale: Locale) => markup`<article>
<h1>${one.title}</h1>
${one.subtitle && markup`<p>${one.subtitle}</p>`}
<p class="note">${one.category} · <time>${shanghaiDateOf(one.published_at)}</time>${one.author && ` · ${textIn(texts.author, locale, { name: one.author })}`}${one.source && ` · ${textIn(texts.source, locale, { name: one.source })}`}</p>
${locale === 'en' && one.chinese_only && markup`<p class="note">${texts.chineseOnly.en}</p>`}
${one.cover && markup`<img class="cover" src="${one.cover}" alt="">`}
<div class="text"${locale === 'en' && one.chinese_only ? markup` lang="zh-CN"` : ''}>${
  // sanitised when it was written
  new Markup(one.content.replaceAll('<table>', '<div class="wide"><table>').replaceAll('</table>', '</table></div>'))
}</div>
${
  one.attachments.length > 0 &&
  markup`<h2>${texts.attachments[locale]}</h2><ul>${one.attachments.map((url, n) => markup`<li><a href="${pathOfArticle(one.code)}/attachment/${n + 1}">${names.get(url) ?? textIn(texts.attachment, locale, { n: n + 1, type: fileType(url) })}</a></li>`)}</ul>`
}
</article>`;

/** `/article/:code` */
async function articlePage({ engine, locale, params, origin }: PageRequest): Promise<PageAnswer> {
  const code = (params.code ?? '').slice(0, 40).toWellFormed();
  const [categories, one] = await Promise.all([
    readPublicCategories(engine.db, locale),
    readPublicArticle(engine.db, code, locale),
  ]);
  const site = siteOfPage(engine.settings(siteSettings), origin);
  if (!one) {
    const title = texts.missing[locale];
    const body = markup`<h1>${title}</h1><p>${texts.missingText[locale]}</p><p><a href="/article?lang=${locale}">${texts.back[locale]}</a></p>`;
    const links = linksOf(categories, '-', locale);
    return { status: 404, body: pageLayout({ ...site, locale, title, path: '/article', links, unlisted: true, body }) };
  }
  await countArticleView(engine.db, one.id);
  return {
    body: pageLayout({
      ...site,
      locale,
      title: one.title,
      path: pathOfArticle(one.code),
      description: beginningOfText(richTextToPlain(one.content), 120),
      picture: one.cover,
      kind: 'article',
      published: one.published_at,
      feed: '/article/feed.xml',
      links: linksOf(categories, one.slug, locale),
      body: contentOf(one, await readOriginalNamesOfFiles(engine.db, one.attachments), locale),
    }),
  };
}

/** `/article/:code/attachment/:n`: leads to the file while the article is open, by a link that ends after minutes. */
async function attachmentPage(request: PageRequest): Promise<PageAnswer> {
  const { engine, locale, params } = request;
  const one = await readPublicArticle(engine.db, (params.code ?? '').slice(0, 40).toWellFormed(), locale);
  const url = /^[1-9]\d?$/.test(params.n ?? '') ? one?.attachments[Number(params.n) - 1] : undefined;
  if (!url) return articlePage({ ...request, params: { code: '' } });
  return { body: '', redirect: isPrivateFile(url) ? signLink(engine, guestOpener, url) : url };
}

/** The open pages of articles, readable without script, with a feed. */
export const publicArticlePages: readonly ServedPage[] = [
  { path: '/article', read: listPage },
  { path: '/article/feed.xml', read: articleRssFeed },
  { path: '/article/:code', read: articlePage },
  { path: '/article/:code/attachment/:n', read: attachmentPage },
];
