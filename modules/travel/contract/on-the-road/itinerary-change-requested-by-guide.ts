import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { sentLaterOptions } from './guide-note-sent-live-or-later-options.ts';

/** Kinds of changes a guide may request. */
export const changeRequestKinds = {
  leave_out: text('取消站点', 'Cancel stop'),
  add: text('增加站点', 'Add stop'),
  time: text('调整时间', 'Change time'),
} as const;

export type ChangeRequestKind = keyof typeof changeRequestKinds;

const server = { write: 'server' } as const;
const decides = ['index', 'export', 'settle', 'refuse'] as const;

/**
 * A change that a guide on the road requests. The agency makes it, as a change of the itinerary with a reason: nobody
 * on the trip changes a filed plan (旅游法第六十九条).
 */
export const changeRequest = resource({
  name: 'travel/changeRequest',
  label: text('途中变更申请', 'Change requests'),
  icon: 'swap',
  title: 'team_no',
  heading: ['itinerary_id'],
  scope: 'parent',
  partOf: 'itinerary_id',
  actions: ['index', 'export'],
  members: { owner: decides, operator: decides, viewer: ['index'], onlooker: ['index'] },
  empty: text('还没有变更申请', 'No change requests yet'),
  fields: {
    itinerary_id: field.reference(text('团队行程', 'Itinerary'), { to: 'travel/itinerary', ...server }),
    team_no: field.identifier(text('团号', 'Team number'), { ...server, search: true }),
    kind: field.select(text('变更内容', 'Change'), { options: changeRequestKinds, ...server }),
    stop_name: field.text(text('站点', 'Stop'), { ...server, search: true }),
    stop_id: field.integer(text('站点编号', 'Stop'), { key: true, ...server, list: 'never', filter: false }),
    day_no: field.integer(text('第几天', 'Day'), { ...server, min: 1 }),
    arrive: field.time(text('到达时间', 'Arrives'), server),
    reason: field.textarea(text('理由', 'Reason'), { ...server, max: 500 }),
    answer: field.textarea(text('答复', 'Answer'), { ...server, max: 500 }),
    made_at: field.datetime(text('申请时间', 'Requested at'), server),
    late: field.select(text('是否补传', 'Sent later'), { options: sentLaterOptions, ...server }),
    guide_id: field.reference(text('导游', 'Guide'), { to: 'crew/guide', reach: 'all', ...server }),
    area_code: field.area(text('地区', 'Area'), { through: 'itinerary_id' }),
  },
  life: lifecycle({
    initial: 'asked',
    states: {
      asked: { ...text('待答复', 'Pending'), awaited: text('答复', 'Answer'), tone: 'progress', editable: false },
      settled: { ...text('已办理', 'Handled'), tone: 'good', editable: false, final: true },
      refused: { ...text('不同意', 'Declined'), tone: 'bad', editable: false, final: true },
    },
    moves: {
      settle: {
        from: ['asked'],
        to: 'settled',
        by: ['admin', 'member'],
        ownersAct: true,
        locks: 'itinerary_id',
        label: text('已变更行程', 'Itinerary changed'),
        tone: 'primary',
        emits: 'settled',
        input: { answer: field.textarea(text('答复', 'Answer'), { max: 500 }) },
      },
      refuse: {
        from: ['asked'],
        to: 'refused',
        by: ['admin', 'member'],
        ownersAct: true,
        label: text('不同意', 'Decline'),
        tone: 'danger',
        emits: 'refused',
        input: { answer: field.textarea(text('理由', 'Reason'), { required: true, min: 2, max: 500 }) },
      },
    },
  }),
});
export interface ChangeRequest extends Row<typeof changeRequest> {}
