import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/**
 * Administrative divisions of China down to county level (GB/T 2260). Discontinued codes stay, with the code that
 * replaced them.
 */
export const area = resource({
  name: 'system/area',
  label: text('行政区划', 'Administrative divisions'),
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
        'Six-digit GB/T 2260 code; for new divisions, as in the approval document',
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
    valid_from: field.date(text('启用日期', 'Effective from'), { list: 'offered' }),
    valid_to: field.date(text('停用日期', 'Discontinued on'), {
      hint: text(
        '当天仍可选；停用后已有记录照常显示',
        'Still selectable on that day; existing records keep showing it afterwards',
      ),
    }),
    replaced_by: field.area(text('后继地区', 'Successor'), {
      hint: text(
        '停用后，填写旧地区时提示改选它',
        'After discontinuation, anyone entering the old division is prompted to choose this one',
      ),
    }),
  },
});
export interface Area extends Row<typeof area> {}
