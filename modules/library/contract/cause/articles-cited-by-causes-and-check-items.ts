import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { articleRoles } from './penalty-kinds-subjects-and-fine-bases.ts';

const article_id = field.reference(text('条文', 'Article'), {
  to: 'library/article',
  cites: true,
  reach: 'all',
  required: true,
});
const paragraph = field.text(text('款项', 'Paragraph, item'), {
  max: 60,
  hint: text('如 第一款第（三）项', 'For example paragraph 1, item (3)'),
});

/** An article that a cause cites: the one that was breached, or the one that provides the penalty. */
export const articleCitedByCause = resource({
  name: 'library/causeArticle',
  label: text('案由条文', 'Articles of causes'),
  icon: 'link',
  title: 'paragraph',
  heading: ['article_id'],
  scope: 'parent',
  partOf: 'cause_id',
  sortable: true,
  actions: ['index'],
  fields: {
    cause_id: field.reference(text('案由', 'Cause'), { to: 'library/cause', required: true }),
    role: field.select(text('作用', 'Role'), { required: true, options: articleRoles, initial: 'penalty' }),
    article_id,
    paragraph,
  },
});
export interface ArticleCitedByCause extends Row<typeof articleCitedByCause> {}

/** An article on which a check item rests. */
export const articleCitedByItem = resource({
  name: 'library/itemArticle',
  label: text('事项条文', 'Articles of check items'),
  icon: 'link',
  title: 'paragraph',
  heading: ['article_id'],
  scope: 'parent',
  partOf: 'item_id',
  sortable: true,
  actions: ['index'],
  fields: {
    item_id: field.reference(text('检查事项', 'Check item'), { to: 'library/checkItem', required: true }),
    article_id,
    paragraph,
  },
});
export interface ArticleCitedByItem extends Row<typeof articleCitedByItem> {}
