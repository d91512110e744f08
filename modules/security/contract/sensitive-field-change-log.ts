import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { selectableFields } from './resources-and-fields-as-select-options.ts';

/** Changes of watched fields. Personal data in them was masked when the row was written (wire contract §2.7). */
export const sensitiveFieldChangeLog = resource({
  name: 'security/sensitiveDataLog',
  label: text('敏感数据变动', 'Sensitive data changes'),
  empty: text('受关注的字段还没有变动', 'No changes to monitored fields yet'),
  icon: 'file-search',
  title: 'title',
  scope: 'area',
  nulls: false,
  actions: ['index', 'del'],
  nodes: { info: text('查看详情', 'View details') },
  acts: {
    rollback: {
      label: text('回滚', 'Roll back'),
      confirm: text('把 {n} 处改回修改前的值？', 'Restore {n} {n|value|values} to what they were before the change?'),
      done: text('已回滚 {n} 处', '{n} rolled back'),
      on: ['is_rollback', '0'],
    },
  },
  archived: 'is_rollback',
  recycle: false,
  listed: ['createtime', 'subject', 'field_name', 'before', 'after', 'actor_name', 'is_rollback'],
  copies: {},
  remark: text(
    '已回滚的不在列表中，按“已回滚”筛选可查看。',
    'Changes rolled back are hidden; filter by “Rolled back” to see them.',
  ),
  fields: {
    subject: field.subject(text('记录', 'Record'), { write: 'server', fromSource: true }),
    sensitive_id: field.reference(text('规则', 'Rule'), {
      to: 'security/sensitiveData',
      write: 'server',
      search: true,
      list: 'offered',
      related: false,
    }),
    resource: field.text(text('业务', 'Resource'), { write: 'server', list: 'offered' }),
    row_id: field.integer(text('记录编号', 'Record ID'), { key: true, write: 'server', list: 'offered' }),
    title: field.text(text('名称', 'Name'), { write: 'server', search: true, list: 'offered', fromSource: true }),
    field_name: field.select(text('字段', 'Field'), { write: 'server', optionList: selectableFields }),
    /** Name without its resource, as BuildAdmin clients expect. */
    data_field: field.text(text('字段名', 'Field name'), { write: 'server', list: 'offered' }),
    /** Title of the field in the rule at that time, if it had its own. */
    data_comment: field.text(text('字段标题', 'Field title'), { write: 'server', list: 'offered' }),
    before: field.text(text('修改前', 'Before change'), { write: 'server', fromSource: true }),
    after: field.text(text('修改后', 'After change'), { write: 'server', fromSource: true }),
    actor_name: field.text(text('修改人', 'Changed by'), { write: 'server' }),
    admin_id: field.reference(text('管理员', 'Administrator'), {
      to: 'auth/admin',
      reach: 'area',
      write: 'server',
      list: 'offered',
      related: false,
    }),
    is_rollback: field.switch(text('已回滚', 'Rolled back'), { write: 'server' }),
    ip: field.text(text('IP', 'IP'), { write: 'server', list: 'offered' }),
    useragent: field.text(text('浏览器', 'Browser'), { write: 'server', list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { write: 'server', list: 'offered' }),
  },
});
export interface SensitiveFieldChangeLog extends Row<typeof sensitiveFieldChangeLog> {}
