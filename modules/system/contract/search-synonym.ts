import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Words that mean the same to whoever searches across the product (domain reference §4.3): 车牌 is found by 号牌, too. */
export const searchSynonym = resource({
  name: 'system/synonym',
  label: text('搜索同义词', 'Search synonyms'),
  empty: text('还没有同义词', 'No synonyms yet'),
  icon: 'swap',
  title: 'terms',
  scope: 'all',
  order: ['id', 'asc'],
  actions: ['index', 'add', 'edit', 'del', 'export', 'import'],
  remark: text(
    '全局搜索时，一组中的词可互相替代；保存后立即生效。',
    'In the search across everything, terms of a group stand for each other, as soon as they are saved.',
  ),
  fields: {
    terms: field.text(text('同义词', 'Terms'), {
      required: true,
      min: 3,
      max: 200,
      search: true,
      unique: true,
      hint: text('用顿号或逗号分隔，如：车牌、号牌', 'Separated by commas'),
    }),
    open: field.switch(text('启用', 'Active'), { initial: '1' }),
  },
});
export interface SearchSynonym extends Row<typeof searchSynonym> {}
