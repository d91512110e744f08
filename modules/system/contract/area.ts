import { field } from '#kernel/field.ts';
import { type Row, resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';

/** Administrative divisions of China to county (GB/T 2260); codes that ended stay, with the code that followed. */
export const area = resource({
  name: 'system/area',
  label: text('行政区划', 'Divisions'),
  icon: 'environment',
  title: 'name',
  scope: 'all',
  order: ['code', 'asc'],
  actions: ['index', 'add', 'edit', 'export'],
  fields: {
    code: field.area(text('代码', 'Code'), {
      required: true,
      unique: true,
      write: 'add',
      hint: text(
        'GB/T 2260 六位代码，新设地区以批准文件为准',
        'Six digits by GB/T 2260, as the approval of a new division says',
      ),
    }),
    name: field.text(text('名称', 'Name'), { required: true, max: 100, search: true }),
    short_name: field.text(text('简称', 'Short name'), { max: 50, search: true }),
    full_name: field.text(text('全称', 'Full name'), { max: 200, search: true }),
    pinyin: field.text(text('拼音', 'Pinyin'), { max: 100, search: true, list: 'offered' }),
    level: field.select(text('级别', 'Level'), {
      required: true,
      options: { '1': text('省级', 'Province'), '2': text('地级', 'Prefecture'), '3': text('县级', 'County') },
    }),
    parent_code: field.text(text('上级代码', 'Parent code'), { max: 6 }),
    lng: field.float(text('经度', 'Longitude'), { min: -180, max: 180, list: 'offered' }),
    lat: field.float(text('纬度', 'Latitude'), { min: -90, max: 90, list: 'offered' }),
    valid_from: field.date(text('启用日期', 'Valid from'), { list: 'offered' }),
    valid_to: field.date(text('停用日期', 'Ended on'), {
      hint: text(
        '当天仍可选；停用后已有记录照常显示',
        'Still offered on that day; records that name it go on to show it',
      ),
    }),
    replaced_by: field.area(text('后继地区', 'Replaced by'), {
      hint: text('停用后，填写旧地区时提示改选它', 'Proposed to whoever names the division that ended'),
    }),
  },
});
export interface Area extends Row<typeof area> {}
