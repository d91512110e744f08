import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { article } from '../../contract/law/article-of-law.ts';
import { parseLawArticleSearch } from '../../contract/law/parse-law-article-search-text.ts';
import { findArticlesAcrossLaws } from './find-articles-across-laws.ts';
import { readArticleVersions } from './read-article-versions.ts';

/** Schema of an article as versions are compared. */
export const versionedArticleSchema = object({
  id: key,
  number: integer,
  inserted: integer,
  article_no: string,
  chapter: orNull(string),
  text: orNull(string),
});

/** `/admin/library.article/*`: articles found across all laws, and one through the versions of its law. */
export const articleSearchAndVersionsController: Controller = {
  app: 'admin',
  name: 'library.article',
  actions: {
    find: call({
      gate: 'rule',
      node: `${article.name}/index`,
      summary: text(
        '按条号或词语查条文：“旅游法 35”“第三十五条”“诱骗 购物”；只查已发布的法规，可指定日期',
        'Find articles by number or words: “旅游法 35”, “第三十五条”, “诱骗 购物”; in published laws, as of a day if given',
      ),
      input: {
        q: field.text(text('条号或词语', 'Number or words'), { required: true, max: 100 }),
        on: field.date(text('施行于该日', 'In force on')),
      },
      answer: object({
        list: list(
          object({
            id: key,
            law_id: key,
            title: string,
            level: string,
            standing: string,
            article_no: string,
            chapter: orNull(string),
            heading: orNull(string),
            text: orNull(string),
            complete: boolean,
          }),
        ),
        more: boolean,
      }),
      run: ({ engine, input }) =>
        findArticlesAcrossLaws(engine.db, parseLawArticleSearch(input.q), input.on ?? undefined),
    }),
    versions: call({
      gate: 'rule',
      node: `${article.name}/index`,
      summary: text('条文在各版本中的内容', 'An article in all versions of its law'),
      input: { id: rowKeyInput(text('条文', 'Article')) },
      answer: object({
        list: list(
          object({
            law_id: key,
            revision: integer,
            effective_from: orNull(string),
            effective_to: orNull(string),
            standing: string,
            article: orNull(versionedArticleSchema),
          }),
        ),
      }),
      run: async ({ engine, input }) => ({ list: await readArticleVersions(engine.db, input.id) }),
    }),
  },
};
