import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { sentLaterOptions } from './guide-note-sent-live-or-later-options.ts';

const server = { write: 'server' } as const;

/**
 * Emergency call of a guide (domain reference, Appendices E and G): first on the wall, with sound, until an officer
 * on duty acknowledges it.
 */
export const sos = resource({
  name: 'travel/sos',
  label: text('紧急求助', 'Emergency calls'),
  icon: 'alert',
  title: 'headline',
  scope: 'parent',
  partOf: 'itinerary_id',
  actions: ['index', 'export'],
  members: { owner: ['index'], operator: ['index'], viewer: ['index'], onlooker: ['index'] },
  empty: text('没有紧急求助', 'No emergency calls yet'),
  measures: {
    calls: { label: text('紧急求助', 'Emergency calls'), by: ['status'], at: 'made_at' },
  },
  fields: {
    headline: field.text(text('求助', 'Emergency call'), { ...server, search: true }),
    itinerary_id: field.reference(text('团队行程', 'Itinerary'), { to: 'travel/itinerary', ...server }),
    team_no: field.identifier(text('团号', 'Team number'), { ...server, list: 'offered' }),
    guide_id: field.reference(text('导游', 'Guide'), { to: 'crew/guide', reach: 'all', ...server }),
    guide_name: field.text(text('求助人', 'Caller'), { ...server, list: 'offered' }),
    // not masked: officers on duty call back at once
    mobile: field.mobile(text('联系电话', 'Contact phone'), server),
    people: field.integer(text('游客人数', 'Number of tourists'), { ...server, min: 0, quantity: true }),
    place: field.place(text('位置', 'Location'), { ...server, found: 'place_found' }),
    made_at: field.datetime(text('求助时间', 'Called at'), server),
    late: field.select(text('是否补传', 'Sent later'), { options: sentLaterOptions, ...server }),
    acknowledged_by: field.text(text('值班人', 'Acknowledged by'), server),
    acknowledged_at: field.datetime(text('确认时间', 'Acknowledged at'), { ...server, list: 'offered' }),
    outcome: field.textarea(text('处置结果', 'Outcome'), { ...server, max: 1000, list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'itinerary_id' }),
  },
  life: lifecycle({
    initial: 'raised',
    states: {
      raised: { ...text('待确认', 'Pending acknowledgement'), tone: 'bad', editable: false },
      acknowledged: { ...text('处置中', 'In progress'), tone: 'progress', editable: false },
      closed: { ...text('已办结', 'Closed'), tone: 'muted', editable: false, final: true },
    },
    clocks: {
      response: { ...text('求助响应', 'Response'), rule: 'sos_response', in: ['raised'], urgent: true, served: true },
    },
    moves: {
      acknowledge: {
        from: ['raised'],
        to: 'acknowledged',
        label: text('确认收到', 'Acknowledge'),
        tone: 'primary',
        stamps: ['acknowledged_at'],
        emits: 'acknowledged',
      },
      close: {
        from: ['acknowledged'],
        to: 'closed',
        label: text('办结', 'Close'),
        emits: 'closed',
        input: { outcome: field.textarea(text('处置结果', 'Outcome'), { required: true, min: 2, max: 1000 }) },
      },
    },
  }),
});
export interface Sos extends Row<typeof sos> {}

/** How long the button is held to call for help (domain reference, Appendix G). */
export const sosHoldMs = 3000;
