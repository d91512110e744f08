import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { articleCategoryKinds } from './article-category-audience-and-reader-options.ts';

/** The tree of categories that the open article pages show (domain reference §2.Q `cms_category`). */
export const articleCategory = resource({
  name: 'article/category',
  label: text('文章分类', 'Article categories'),
  icon: 'folder',
  title: 'name',
  titleEnglish: 'name_en',
  scope: 'all',
  tree: 'pid',
  sortable: true,
  order: ['weigh', 'desc'],
  comments: false,
  fields: {
    pid: field.parent(text('上级分类', 'Parent category'), { to: 'article/category', list: 'offered' }),
    name: field.text(text('名称', 'Name'), { required: true, max: 40, search: true }),
    name_en: field.text(text('英文名称', 'English name'), { required: true, max: 80, search: true }),
    slug: field.text(text('网址名', 'Address'), {
      required: true,
      max: 40,
      unique: true,
      hint: text(
        '小写字母、数字和连字符，用于网址 /article?category=…',
        'Lowercase letters, digits and hyphens, as in /article?category=…',
      ),
    }),
    kind: field.radio(text('打开', 'Opens'), { options: articleCategoryKinds, initial: 'list', required: true }),
    url: field.url(text('链接地址', 'Link'), {
      requiredWhen: { by: 'kind', of: ['link'] },
      shownWhen: { by: 'kind', of: ['link'] },
      list: 'offered',
    }),
    visible: field.switch(text('在公开页面显示', 'Shown on open pages'), { initial: '1' }),
  },
});
export interface ArticleCategory extends Row<typeof articleCategory> {}
