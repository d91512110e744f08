import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Fewest characters of a key, the only credential of a source. */
const shortestKey = 20;

/**
 * A source of readings from the road: cameras of a service area or gate, a gate that counts visitors, or a positioning
 * service.
 */
export const roadDataSource = resource({
  name: 'enforcement/source',
  label: text('采集来源', 'Data sources'),
  icon: 'car',
  title: 'name',
  scope: 'area',
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 80, search: true }),
    vendor: field.text(text('建设或运营单位', 'Builder or operator'), { max: 100, search: true }),
    key: field.password(text('接入密钥', 'Access key'), {
      required: true,
      min: shortestKey,
      privacy: 'hidden',
      list: 'never',
      filter: false,
      hint: text(
        '20 到 32 个字符，不能包含 & < > " \'；仅存其哈希',
        '20 to 32 characters, without & < > " or \'; only a hash of them is kept',
      ),
    }),
    place: field.place(text('位置', 'Location'), { list: 'offered' }),
    open: field.switch(text('启用', 'Enabled'), { initial: '1' }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
  },
});

export interface RoadDataSource extends Row<typeof roadDataSource> {}
