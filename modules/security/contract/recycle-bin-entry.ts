import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Days for which a copy of a deleted row is stored (domain reference §2.V). */
const recycledDays = 180;

/** Complete copies of deleted rows, from which they can be restored (wire contract §2.7, domain reference §2.V). */
export const recycleBinEntry = resource({
  name: 'security/dataRecycleLog',
  label: text('数据回收', 'Recycle bin'),
  empty: text('没有删除过的记录', 'No deleted records'),
  icon: 'delete',
  title: 'title',
  scope: 'area',
  nulls: false,
  actions: ['index', 'del'],
  nodes: { info: text('查看详情', 'View details') },
  acts: {
    restore: {
      label: text('恢复', 'Restore'),
      confirm: text('恢复 {n} 条记录？', 'Restore {n} {n|record|records}?'),
      done: text('已恢复 {n} 条，可在原处查看', '{n} restored; view them in their original place'),
      on: ['is_restore', '0'],
    },
  },
  archived: 'is_restore',
  recycle: false,
  keep: { days: recycledDays },
  listed: ['createtime', 'subject', 'actor_name', 'recycle_id', 'is_restore', 'area_code'],
  copies: { whole: 'data' },
  remark: text(
    '删除的记录保留 180 天；已恢复的不在列表中，按“已恢复”筛选可查看。',
    'Deleted records are kept for 180 days. Restored ones are hidden; filter by “Restored” to see them.',
  ),
  fields: {
    subject: field.subject(text('记录', 'Record'), { write: 'server', fromSource: true }),
    recycle_id: field.reference(text('规则', 'Rule'), {
      to: 'security/dataRecycle',
      write: 'server',
      search: true,
      related: false,
    }),
    resource: field.text(text('业务', 'Resource'), { write: 'server', list: 'offered' }),
    row_id: field.integer(text('记录编号', 'Record ID'), { key: true, write: 'server', list: 'offered' }),
    title: field.text(text('名称', 'Name'), { write: 'server', search: true, list: 'offered', fromSource: true }),
    actor_name: field.text(text('删除人', 'Deleted by'), { write: 'server' }),
    admin_id: field.reference(text('管理员', 'Administrator'), {
      to: 'auth/admin',
      reach: 'area',
      write: 'server',
      list: 'offered',
      related: false,
    }),
    is_restore: field.switch(text('已恢复', 'Restored'), { write: 'server' }),
    ip: field.text(text('IP', 'IP'), { write: 'server', list: 'offered' }),
    useragent: field.text(text('浏览器', 'Browser'), { write: 'server', list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { write: 'server' }),
  },
});
export interface RecycleBinEntry extends Row<typeof recycleBinEntry> {}
