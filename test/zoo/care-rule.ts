import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { versionedResource } from '#kernel/version/versioned-resource.ts';

/** Rules of care in versions: a small library, whose rows and their parts are cited. */
export const careRule = versionedResource({
  name: 'zoo/careRule',
  label: text('饲养规程', 'Care rules'),
  icon: 'book',
  title: 'title',
  scope: 'area',
  versionsOf: 'code',
  fields: {
    code: field.identifier(text('规程编号', 'Rule number'), {
      number: 'GC{seq:4}',
      unique: ['revision'],
      search: true,
    }),
    title: field.text(text('名称', 'Title'), { required: true, max: 60, search: true }),
    paper: field.file(text('文件', 'Paper'), { accept: 'pdf,png', list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
    steps: field.rows(text('步骤', 'Steps'), { of: 'zoo/careStep', max: 20 }),
  },
});

/** A step of a version of a rule. */
export const careStep = resource({
  name: 'zoo/careStep',
  label: text('步骤', 'Steps'),
  title: 'content',
  scope: 'parent',
  partOf: 'rule_id',
  sortable: true,
  actions: ['index', 'add', 'edit', 'del'],
  fields: {
    rule_id: field.reference(text('规程', 'Rule'), { to: 'zoo/careRule', required: true }),
    content: field.text(text('内容', 'Content'), { required: true, max: 200 }),
    minutes: field.integer(text('分钟', 'Minutes'), { min: 0, max: 600 }),
  },
});
