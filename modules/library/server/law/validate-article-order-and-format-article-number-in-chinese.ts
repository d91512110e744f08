import { text } from '#kernel/text/text.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { compareArticleNumbers, formatArticleNumber } from '../../contract/law/article-number.ts';
import type { Article, article } from '../../contract/law/article-of-law.ts';
import type { law } from '../../contract/law/law.ts';

const texts = {
  none: text('还没有条文：请录入或导入条文后再办理', 'It has no articles yet. Enter or import them first'),
  order: text(
    '{article}不应排在{before}之后：条文须按条号排列',
    '{article} must not follow {before}: articles stand in the order of their numbers',
  ),
  twice: text('{article}有两条', 'Two articles are numbered {article}'),
  secure: text('请填写以 https:// 开头的网址', 'Enter an address beginning with https://'),
};

/** Articles stand in the order of their numbers, each once: an amendment that inserts one renumbers the others. */
async function checkArticles({ values, rowsOf, fail }: WriteContext<typeof law>): Promise<void> {
  if (values.source_url && !/^https:/i.test(values.source_url)) fail('source_url', texts.secure);
  const articles = (await rowsOf('articles')) as unknown as readonly Article[];
  const at = articles.findIndex(
    (one, place) => place > 0 && compareArticleNumbers(one, articles[place - 1] ?? one) <= 0,
  );
  const [before, one] = [articles[at - 1], articles[at]];
  if (!before || !one) return;
  const [first, second] = [formatArticleNumber(before), formatArticleNumber(one)];
  if (first === second) fail('articles', texts.twice, { article: first });
  else fail('articles', texts.order, { article: second, before: first });
}

/** A law is reviewed and published with its articles. */
async function requireArticles({ rowsOf, fail }: WriteContext<typeof law>): Promise<void> {
  if ((await rowsOf('articles')).length === 0) fail('articles', texts.none);
}

export const lawWriteHooks: WriteHooks<typeof law> = {
  add: checkArticles,
  edit: checkArticles,
  moves: { review: requireArticles, publish: requireArticles },
};

/** Stores the number of an article as laws write it, by which people know it. */
function storeArticleNumber({ values, before }: WriteContext<typeof article>): void {
  const number = values.number ?? before?.number;
  const inserted = values.inserted ?? before?.inserted ?? 0;
  if (typeof number === 'number') values.article_no = formatArticleNumber({ number, inserted });
}

export const articleWriteHooks: WriteHooks<typeof article> = { add: storeArticleNumber, edit: storeArticleNumber };
