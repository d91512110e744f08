import { field } from '#kernel/field.ts';
import { type Row, resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';

/** What a check on the road came to. */
export const roadsideResults = {
  passed: { ...text('放行', 'Let go'), tone: 'good' },
  reminded: { ...text('当场提醒', 'Reminded on the spot'), tone: 'progress' },
  corrected: { ...text('当场改正', 'Corrected on the spot'), tone: 'progress' },
  held: { ...text('暂缓放行', 'Held'), tone: 'warning' },
  referred: { ...text('移送处理', 'Referred'), tone: 'bad' },
} as const;

/**
 * A check of a coach on the road (domain reference §1.2, scenario 7): which vehicle, whose team, how many people were counted,
 * where, and what it came to. It is on record with whoever made it; nobody changes it afterwards.
 */
export const roadsideCheck = resource({
  name: 'enforcement/roadsideCheck',
  label: text('路面检查记录', 'Roadside checks'),
  icon: 'file-search',
  title: 'plate',
  scope: 'area',
  actions: ['index', 'add', 'export'],
  order: ['id', 'desc'],
  measures: {
    checks: { label: text('路面检查', 'Roadside checks'), by: ['result', 'area_code'] },
    people: { label: text('清点人数', 'People counted'), sum: 'headcount', by: ['result', 'area_code'] },
  },
  fields: {
    plate: field.plate(text('车牌号', 'Plate'), { required: true, search: true }),
    itinerary_id: field.reference(text('团队', 'Team'), {
      to: 'travel/itinerary',
      reach: 'all',
      hint: text('查到的团队；无团队的不填', 'The team that was found; empty where there is none'),
    }),
    vehicle_id: field.reference(text('在册车辆', 'Vehicle on record'), {
      to: 'crew/vehicle',
      reach: 'all',
      write: 'server',
      list: 'offered',
    }),
    result: field.select(text('处理结果', 'Result'), { required: true, options: roadsideResults }),
    headcount: field.integer(text('清点人数', 'People counted'), { required: true, min: 0, max: 500 }),
    expected: field.integer(text('行程单人数', 'People of the team'), { write: 'server' }),
    place: field.place(text('检查地点', 'Where'), { found: 'place_found', list: 'offered' }),
    place_name: field.text(text('地点说明', 'Place'), { max: 100, search: true }),
    problems: field.textarea(text('发现的问题', 'What was found'), {
      max: 1000,
      list: 'offered',
      hint: text('未放行的须写明', 'Needed unless it is let go'),
    }),
    photos: field.images(text('现场照片', 'Pictures'), { private: true, list: 'offered' }),
    checked_by: field.reference(text('检查人员', 'Officer'), {
      to: 'auth/admin',
      reach: 'all',
      related: false,
      write: 'server',
    }),
    area_code: field.area(text('检查地区', 'Area'), { required: true }),
  },
});
export interface RoadsideCheck extends Row<typeof roadsideCheck> {}
