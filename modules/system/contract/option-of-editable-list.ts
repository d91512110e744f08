import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { optionListsAsOptions } from '#kernel/option/declare-editable-option-list.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/**
 * Options of the lists that selects offer (domain reference §2.U, Appendix D). An option used by a row cannot be
 * deleted, so that the row keeps its label; it is retired and no longer offered.
 */
export const listOption = resource({
  name: 'system/word',
  label: text('数据字典', 'Dictionaries'),
  empty: text('还没有词条', 'No entries yet'),
  icon: 'ordered-list',
  title: 'label',
  titleEnglish: 'label_en',
  scope: 'all',
  sortable: true,
  order: ['weigh', 'asc'],
  actions: ['index', 'add', 'edit', 'del', 'sortable', 'export', 'import'],
  remark: text(
    '在用的词条不能删除，只能停用：停用后不再可选，已有记录照常显示。',
    'Entries in use cannot be deleted, only disabled: they can no longer be chosen, and existing records keep showing them.',
  ),
  fields: {
    list: field.select(text('字典', 'Dictionary'), { required: true, write: 'add', optionList: optionListsAsOptions }),
    label: field.text(text('中文', 'Chinese'), { required: true, max: 60, search: true }),
    label_en: field.text(text('英文', 'English'), { required: true, max: 120, search: true }),
    value: field.text(text('代码', 'Code'), {
      required: true,
      max: 60,
      write: 'add',
      unique: ['list'],
      hint: text(
        '记录里存的就是它，如 guide；添加后不能修改',
        'The value stored in records, e.g. guide; cannot be changed later',
      ),
    }),
    tone: field.select(text('色调', 'Colour tone'), {
      options: {
        neutral: { ...text('普通', 'Neutral'), tone: 'neutral' },
        progress: { ...text('进行', 'In progress'), tone: 'progress' },
        good: { ...text('良好', 'Good'), tone: 'good' },
        warning: { ...text('注意', 'Warning'), tone: 'warning' },
        bad: { ...text('不良', 'Danger'), tone: 'bad' },
        muted: { ...text('淡出', 'Muted'), tone: 'muted' },
      },
    }),
    valid_from: field.date(text('启用日期', 'Effective from'), { list: 'offered' }),
    valid_to: field.date(text('停用日期', 'Disabled from'), {
      hint: text('当天仍可选', 'Still selectable on that day'),
    }),
  },
});
export interface ListOption extends Row<typeof listOption> {}
