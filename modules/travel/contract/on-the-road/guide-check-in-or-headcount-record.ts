import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { sentLaterOptions } from './guide-note-sent-live-or-later-options.ts';

/** Kinds of notes a guide makes on the road. */
export const checkInOrHeadcountKinds = {
  arrive: text('到站签到', 'Check-in'),
  headcount: text('清点人数', 'Headcount'),
} as const;

const server = { write: 'server' } as const;

/**
 * A record a guide makes on the road: a check-in at a stop, or a headcount. Nobody edits it afterwards (domain
 * reference, Appendix G).
 */
export const checkInOrHeadcount = resource({
  name: 'travel/roadNote',
  label: text('途中记录', 'Trip notes'),
  icon: 'environment',
  title: 'team_no',
  heading: ['itinerary_id'],
  scope: 'parent',
  partOf: 'itinerary_id',
  actions: ['index', 'export'],
  members: { owner: ['index'], operator: ['index'], viewer: ['index'], onlooker: ['index'] },
  empty: text('还没有途中记录', 'No trip notes yet'),
  measures: {
    notes: { label: text('途中记录', 'Trip notes'), by: ['kind', 'late'], at: 'made_at' },
  },
  fields: {
    itinerary_id: field.reference(text('团队行程', 'Itinerary'), { to: 'travel/itinerary', ...server }),
    team_no: field.identifier(text('团号', 'Team number'), { ...server, search: true }),
    kind: field.select(text('类型', 'Kind'), { options: checkInOrHeadcountKinds, ...server }),
    stop_name: field.text(text('站点', 'Stop'), { ...server, search: true }),
    stop_id: field.integer(text('站点编号', 'Stop'), { key: true, ...server, list: 'never', filter: false }),
    people: field.integer(text('清点人数', 'Headcount'), { ...server, min: 0 }),
    expected: field.integer(text('名单人数', 'Number on the list'), { ...server, min: 0 }),
    distance: field.integer(text('距站点（米）', 'Distance from stop (m)'), { ...server, min: 0 }),
    reason: field.textarea(text('说明', 'Explanation'), { ...server, max: 500 }),
    place: field.place(text('位置', 'Location'), { ...server, found: 'place_found', list: 'offered' }),
    made_at: field.datetime(text('时间', 'Time'), server),
    late: field.select(text('是否补传', 'Sent later'), { options: sentLaterOptions, ...server }),
    guide_id: field.reference(text('导游', 'Guide'), { to: 'crew/guide', reach: 'all', ...server }),
    area_code: field.area(text('地区', 'Area'), { through: 'itinerary_id' }),
  },
});
export interface CheckInOrHeadcount extends Row<typeof checkInOrHeadcount> {}
