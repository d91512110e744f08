import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** The subjects of the help centre (domain reference §2.Q `hlp_category`). */
export const helpCategory = resource({
  name: 'help/category',
  label: text('帮助分类', 'Help categories'),
  icon: 'folder',
  title: 'name',
  titleEnglish: 'name_en',
  scope: 'all',
  sortable: true,
  order: ['weigh', 'desc'],
  comments: false,
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 40, search: true }),
    name_en: field.text(text('英文名称', 'English name'), { required: true, max: 80, search: true }),
  },
});
export interface HelpCategory extends Row<typeof helpCategory> {}
