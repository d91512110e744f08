import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Records who on duty at the wall acknowledged a deadline alert: one row per deadline, never changed. */
export const alertAcknowledgement = resource({
  name: 'screen/duty',
  label: text('预警确认', 'Acknowledged alerts'),
  empty: text('还没有在大屏上确认过预警', 'No alerts have been acknowledged on the wall screen yet'),
  icon: 'alert',
  title: 'title',
  scope: 'area',
  actions: ['index', 'export'],
  recycle: false,
  listed: ['createtime', 'name', 'subject', 'deadline', 'area_code'],
  fields: {
    name: field.text(text('值班人', 'Duty officer'), { required: true, max: 30, search: true }),
    subject: field.subject(text('记录', 'Record'), { write: 'server' }),
    deadline: field.datetime(text('期限', 'Deadline'), { write: 'server' }),
    resource: field.text(text('业务', 'Resource'), { write: 'server', list: 'offered' }),
    row_id: field.integer(text('记录编号', 'Record ID'), { key: true, write: 'server', list: 'offered' }),
    title: field.text(text('名称', 'Name'), { write: 'server', list: 'never', search: true }),
    area_code: field.area(text('地区', 'Area'), { write: 'server' }),
  },
});
export interface AlertAcknowledgement extends Row<typeof alertAcknowledgement> {}
