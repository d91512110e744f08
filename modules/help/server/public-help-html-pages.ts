import { richTextToPlain } from '#kernel/text/rich-text.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { guestCaller } from '#server/caller.ts';
import { Markup, markup } from '#server/http/page/escape-html-markup.ts';
import { pageLayout, siteOfPage } from '#server/http/page/html-page-layout.ts';
import type { PageAnswer, PageRequest, ServedPage } from '#server/http/page/html-page-types.ts';
import { type FoundQuestion, readAllHelp, readHelpArticle, searchHelp } from './search-and-read-help-articles.ts';

const texts = {
  title: text('帮助中心', 'Help centre'),
  search: text('想问什么？', 'What would you like to know?'),
  go: text('查找', 'Search'),
  none: text('没有找到。换个说法试试，或致电咨询。', 'Nothing found. Try other words, or call us.'),
  missing: text('没有这条帮助', 'No such help article'),
  related: text('相关问题', 'Related questions'),
  all: text('全部问题', 'All questions'),
};

const links = (locale: Locale) => [{ path: '/help', label: texts.title[locale] }];

const listOf = (list: readonly Pick<FoundQuestion, 'id' | 'question'>[], locale: Locale) =>
  markup`<ul class="list">${list.map(({ id, question }) => markup`<li><a href="/help/${id}?lang=${locale}">${question}</a></li>`)}</ul>`;

function byCategory(list: readonly FoundQuestion[], locale: Locale): Markup {
  const categories = [...new Set(list.map(({ category }) => category))];
  return markup`${categories.map((name) => {
    const some = list.filter(({ category }) => category === name);
    return markup`<h2>${name}</h2>${listOf(some, locale)}`;
  })}`;
}

/** `/help?q=` */
async function helpPage({ engine, locale, parameter, origin }: PageRequest): Promise<PageAnswer> {
  const query = parameter('q').slice(0, 60).toWellFormed();
  const caller = guestCaller({ locale });
  const found = await (query === '' ? readAllHelp(engine.db, caller) : searchHelp(engine.db, caller, query));
  const results = query === '' ? byCategory(found, locale) : listOf(found, locale);
  const body = markup`<h1>${texts.title[locale]}</h1>
<form action="/help" role="search"><input type="search" name="q" value="${query}" maxlength="60" aria-label="${texts.search[locale]}" placeholder="${texts.search[locale]}"><input type="hidden" name="lang" value="${locale}"><button>${texts.go[locale]}</button></form>
${found.length === 0 && query !== '' ? markup`<p role="status">${texts.none[locale]}</p>` : results}`;
  const site = siteOfPage(engine.settings(siteSettings), origin);
  const title = texts.title[locale];
  const path = query === '' ? '/help' : `/help?${new URLSearchParams({ q: query })}`;
  return { body: pageLayout({ ...site, locale, title, path, links: links(locale), unlisted: query !== '', body }) };
}

/** `/help/:id` */
async function helpArticlePage({ engine, locale, params, origin }: PageRequest): Promise<PageAnswer> {
  const site = siteOfPage(engine.settings(siteSettings), origin);
  const id = /^\d{1,15}$/.test(params.id ?? '') ? Number(params.id) : 0;
  const one = id > 0 ? await readHelpArticle(engine.db, guestCaller({ locale }), id) : undefined;
  const back = markup`<p class="screen"><a href="/help?lang=${locale}">${texts.all[locale]}</a></p>`;
  if (!one) {
    const title = texts.missing[locale];
    const body = markup`<h1>${title}</h1>${back}`;
    return {
      status: 404,
      body: pageLayout({ ...site, locale, title, path: '/help', links: links(locale), unlisted: true, body }),
    };
  }
  // the answer was sanitised when it was written
  const body = markup`<article><h1>${one.question}</h1><p class="note">${one.category}</p><div class="text">${new Markup(one.answer)}</div></article>
${one.related.length > 0 && markup`<h2>${texts.related[locale]}</h2>${listOf(one.related, locale)}`}${back}`;
  return {
    body: pageLayout({
      ...site,
      locale,
      title: one.question,
      path: `/help/${one.id}`,
      description: richTextToPlain(one.answer).replaceAll(/\s+/g, ' ').slice(0, 120),
      kind: 'article',
      links: links(locale),
      body,
    }),
  };
}

/** The open pages of the help centre, readable without script. */
export const helpPages: readonly ServedPage[] = [
  { path: '/help', read: helpPage },
  { path: '/help/:id', read: helpArticlePage },
];
