import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { sentLaterOptions } from '#modules/travel/contract/on-the-road/guide-note-sent-live-or-later-options.ts';

/** Results of a roadside check. */
export const roadsideResults = {
  passed: { ...text('放行', 'Released'), tone: 'good' },
  reminded: { ...text('当场提醒', 'Warned on the spot'), tone: 'progress' },
  corrected: { ...text('当场改正', 'Corrected on the spot'), tone: 'progress' },
  held: { ...text('暂缓放行', 'Held'), tone: 'warning' },
  referred: { ...text('移送处理', 'Referred'), tone: 'bad' },
} as const;

/** Doubts about a check whose code or team disagrees with the record. */
export const roadsideDoubts = {
  not_signed: { ...text('码不是平台签发', 'The code was not issued by the platform'), tone: 'bad' },
  no_team: { ...text('没有这个团号', 'No such team'), tone: 'bad' },
  other_team: { ...text('该团队没有登记这辆车', 'This vehicle is not registered for the team'), tone: 'warning' },
} as const;
export type RoadsideDoubt = keyof typeof roadsideDoubts;

/**
 * A roadside check of a coach (domain reference §1.2, scenario 7): vehicle, team, persons counted, place and result.
 * Owned by the officer who made it; never changed afterwards.
 */
export const roadsideCheck = resource({
  name: 'enforcement/roadsideCheck',
  label: text('路面检查记录', 'Roadside checks'),
  icon: 'file-search',
  title: 'plate',
  scope: 'area',
  actions: ['index', 'add', 'export'],
  order: ['id', 'desc'],
  // of a check made offline, the platform sets when it was made
  stamps: ['made_at', 'checked_by'],
  acts: {
    draftCheck: {
      label: text('起草检查任务', 'Draft check'),
      confirm: text(
        '按选中的 {n} 条路面检查起草检查任务？',
        'Draft a check for each of these {n} roadside {n|check|checks}?',
      ),
      done: text('检查任务已起草', 'Checks drafted'),
    },
  },
  measures: {
    checks: { label: text('路面检查', 'Roadside checks'), by: ['result', 'late', 'area_code'] },
    people: { label: text('清点人数', 'Headcount'), sum: 'headcount', by: ['result', 'area_code'] },
  },
  fields: {
    plate: field.plate(text('车牌号', 'Plate'), { required: true, search: true }),
    itinerary_id: field.reference(text('团队', 'Team'), {
      to: 'travel/itinerary',
      reach: 'all',
      hint: text('查到的团队；无团队的不填', 'The team found; leave empty if none'),
    }),
    vehicle_id: field.reference(text('在册车辆', 'Registered vehicle'), {
      to: 'crew/vehicle',
      reach: 'all',
      write: 'server',
      list: 'offered',
    }),
    result: field.select(text('处理结果', 'Result'), { required: true, options: roadsideResults }),
    headcount: field.integer(text('清点人数', 'Headcount'), { required: true, min: 0, max: 500 }),
    expected: field.integer(text('行程单人数', 'People on itinerary'), { write: 'server', quantity: true }),
    place: field.place(text('检查地点', 'Place of check'), {
      found: 'place_found',
      address: 'place_name',
      list: 'offered',
    }),
    place_name: field.text(text('地点说明', 'Place details'), { max: 100, search: true }),
    team_no: field.identifier(text('所示团号', 'Team number shown'), {
      write: 'server',
      search: false,
      list: 'offered',
    }),
    doubt: field.select(text('与登记不符', 'Discrepancies with record'), { write: 'server', options: roadsideDoubts }),
    problems: field.textarea(text('发现的问题', 'Problems found'), {
      max: 1000,
      list: 'offered',
      requiredWhen: { by: 'result', of: ['reminded', 'corrected', 'held', 'referred'] },
      hint: text('未放行的须写明', 'Required unless released'),
    }),
    photos: field.images(text('现场照片', 'Photos on site'), { private: true, list: 'offered' }),
    checked_by: field.reference(text('检查人员', 'Checking officer'), {
      to: 'auth/admin',
      reach: 'all',
      related: false,
      write: 'server',
    }),
    made_at: field.datetime(text('检查时间', 'Checked at'), { write: 'server' }),
    late: field.select(text('是否补传', 'Sent later'), { write: 'server', options: sentLaterOptions }),
    area_code: field.area(text('检查地区', 'Area of check'), { required: true }),
  },
});
export interface RoadsideCheck extends Row<typeof roadsideCheck> {}
