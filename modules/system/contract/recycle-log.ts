import { field } from '#kernel/field.ts';
import { type Row, resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';

/** Rows that were deleted, whole, so that they can be put back (wire contract §2.7, domain reference §2.V). */
export const recycleLog = resource({
  name: 'security/dataRecycleLog',
  label: text('数据回收', 'Recycled data'),
  icon: 'delete',
  title: 'title',
  scope: 'area',
  actions: ['index'],
  recycle: false,
  listed: ['createtime', 'subject', 'actor_name', 'is_restore', 'area_code'],
  copies: true,
  fields: {
    subject: field.subject(text('记录', 'Record'), { write: 'server' }),
    resource: field.text(text('业务', 'Resource'), { write: 'server', list: 'offered' }),
    row_id: field.integer(text('记录编号', 'Row ID'), { write: 'server', list: 'offered' }),
    title: field.text(text('名称', 'Name'), { write: 'server', search: true, list: 'offered' }),
    actor_name: field.text(text('删除人', 'Deleted by'), { write: 'server' }),
    is_restore: field.switch(text('已恢复', 'Restored'), { write: 'server' }),
    area_code: field.area(text('地区', 'Area'), { write: 'server' }),
  },
});
export interface RecycleLog extends Row<typeof recycleLog> {}
