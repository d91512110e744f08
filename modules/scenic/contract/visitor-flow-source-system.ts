import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { gateKinds } from './spot-grade-crowd-level-and-gate-options.ts';

/** A system that pushes counts of visitors, signed with its own secret. */
export const flowSource = resource({
  name: 'scenic/source',
  label: text('客流来源', 'Sources of counts'),
  icon: 'link',
  title: 'name',
  scope: 'area',
  order: ['id', 'desc'],
  remark: text(
    '闸机、相机或平台用自己的密钥签名，批量上报客流，每批至多 1,000 行。',
    'Gates, cameras and platforms push counts signed with a secret of their own, up to 1,000 rows a batch.',
  ),
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 60, search: true }),
    kind: field.select(text('类别', 'Kind'), { required: true, options: gateKinds, initial: 'gate' }),
    spot_id: field.reference(text('景区', 'Scenic spot'), {
      to: 'scenic/spot',
      hint: text('不填时可上报本地区全部景区', 'Left empty, it reports all scenic spots of its area'),
    }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
    enabled: field.switch(text('启用', 'Active'), { initial: '1' }),
    // set by the platform: its counts are invented for the demonstration
    simulated: field.switch(text('模拟数据', 'Simulated'), { write: 'server' }),
  },
});
export interface FlowSource extends Row<typeof flowSource> {}
