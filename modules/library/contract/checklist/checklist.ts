import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { versionedResource } from '#kernel/version/versioned-resource.ts';
import { checkedObjectKinds } from '../check-item/check-item-options.ts';

/** Check items in the order in which an officer goes through them at an enterprise (domain reference §2.H). */
export const checklist = versionedResource({
  name: 'library/checklist',
  label: text('检查清单', 'Checklists'),
  icon: 'ordered-list',
  title: 'name',
  titleEnglish: 'name_en',
  scope: 'all',
  versionsOf: 'code',
  order: ['code', 'asc'],
  remark: text(
    '清单只列已发布并在施行中的检查事项；发布后修改须编制新版本。',
    'Checklists contain published items in force only. A published checklist is changed by a new version.',
  ),
  fields: {
    code: field.identifier(text('清单编码', 'Checklist code'), {
      required: true,
      write: 'add',
      max: 20,
      unique: ['revision'],
      search: true,
    }),
    name: field.text(text('清单名称', 'Name'), { required: true, max: 200, search: true }),
    name_en: field.text(text('英文名称', 'English name'), { max: 300, search: true, list: 'offered' }),
    kinds: field.selects(text('检查对象', 'Checked objects'), { required: true, options: checkedObjectKinds, max: 30 }),
    purpose: field.textarea(text('说明', 'Purpose'), { max: 1000, list: 'offered' }),
    items: field.rows(text('清单事项', 'Items of the checklist'), { of: 'library/checklistItem', max: 200 }),
  },
});
export interface Checklist extends Row<typeof checklist> {}

/** An item of a checklist, in the version that was in force when it was put there. */
export const checklistItem = resource({
  name: 'library/checklistItem',
  label: text('清单事项', 'Items of checklists'),
  icon: 'ordered-list',
  title: 'remark',
  heading: ['item_id'],
  scope: 'parent',
  partOf: 'checklist_id',
  sortable: true,
  actions: ['index'],
  fields: {
    checklist_id: field.reference(text('检查清单', 'Checklist'), { to: 'library/checklist', required: true }),
    item_id: field.reference(text('检查事项', 'Check item'), {
      to: 'library/checkItem',
      cites: true,
      reach: 'all',
      required: true,
      unique: ['checklist_id'],
    }),
    remark: field.text(text('检查提示', 'Hint for the officer'), { max: 300 }),
  },
});
export interface ChecklistItem extends Row<typeof checklistItem> {}
