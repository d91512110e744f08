import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { emergencyResourceKinds } from './incident-sources-grades-and-offices.ts';

/** A hospital, police or fire station, rescue team, shelter or store that can help near an incident. */
export const emergencyResource = resource({
  name: 'incident/emergencyResource',
  label: text('应急资源', 'Emergency resources'),
  icon: 'medicine-box',
  title: 'name',
  subtitle: ['kind', 'phone'],
  scope: 'area',
  archived: 'retired',
  comments: false,
  empty: text('还没有登记应急资源', 'No emergency resources yet'),
  measures: {
    resources: { label: text('应急资源', 'Emergency resources'), by: ['kind', 'area_code'] },
  },
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 100, search: true, unique: ['area_code'] }),
    kind: field.select(text('类别', 'Kind'), { required: true, options: emergencyResourceKinds }),
    phone: field.text(text('值班电话', 'Phone'), { required: true, max: 40 }),
    address: field.text(text('地址', 'Address'), { max: 200, search: true }),
    place: field.place(text('位置', 'Location'), { required: true }),
    capacity: field.integer(text('能力（床位、人数）', 'Capacity (beds, people)'), {
      min: 0,
      max: 1_000_000,
      quantity: true,
    }),
    around_the_clock: field.switch(text('24 小时值守', 'Open around the clock'), { initial: '1' }),
    remark: field.textarea(text('说明', 'Remark'), { max: 500, list: 'offered' }),
    retired: field.switch(text('停用', 'No longer available'), { list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
  },
});
export interface EmergencyResource extends Row<typeof emergencyResource> {}
