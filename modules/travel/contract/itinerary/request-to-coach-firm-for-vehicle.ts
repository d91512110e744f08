import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const confirms = ['index', 'export', 'confirm', 'decline'] as const;

/**
 * Request to a coach operator for a vehicle of a team. The operator sees the request only, no tourists; once all
 * vehicles are confirmed, the team is (domain reference §2.E).
 */
export const coachDispatchRequest = resource({
  name: 'travel/dispatch',
  label: text('派车确认', 'Coach requests'),
  icon: 'car',
  title: 'team_no',
  heading: ['itinerary_id'],
  scope: 'parent',
  partOf: 'coach_id',
  actions: ['index', 'export'],
  members: { owner: confirms, operator: confirms, viewer: ['index'] },
  order: ['from_at', 'desc'],
  empty: text('还没有团队用车申请', 'No coach requests yet'),
  fields: {
    coach_id: field.reference(text('车企', 'Coach operator'), {
      to: 'enterprise/enterprise',
      among: [['ent_type', 'IN', ['coach', 'car_rental']]],
      write: 'server',
    }),
    itinerary_id: field.reference(text('团队行程', 'Itinerary'), {
      to: 'travel/itinerary',
      reach: 'all',
      write: 'server',
      list: 'offered',
    }),
    team_no: field.identifier(text('团号', 'Team number'), { write: 'server', search: true }),
    vehicle_id: field.reference(text('车辆', 'Vehicle'), { to: 'crew/vehicle', reach: 'all', write: 'server' }),
    driver_id: field.reference(text('驾驶员', 'Driver'), { to: 'crew/driver', reach: 'all', write: 'server' }),
    from_at: field.datetime(text('用车起', 'From'), { write: 'server' }),
    to_at: field.datetime(text('用车止', 'Until'), { write: 'server' }),
    people: field.integer(text('人数', 'People'), { write: 'server', quantity: true }),
    area_code: field.area(text('地区', 'Area'), { through: 'coach_id' }),
  },
  life: lifecycle({
    initial: 'asked',
    states: {
      asked: { ...text('待确认', 'Pending'), tone: 'progress', editable: false },
      confirmed: { ...text('已确认', 'Confirmed'), tone: 'good', editable: false },
      declined: { ...text('不同意', 'Declined'), tone: 'bad', editable: false, final: true },
      released: { ...text('已取消', 'Released'), tone: 'muted', editable: false, final: true },
    },
    moves: {
      confirm: {
        from: ['asked'],
        to: 'confirmed',
        by: ['admin', 'member'],
        ownersAct: true,
        locks: 'itinerary_id',
        label: text('确认派车', 'Confirm'),
        tone: 'primary',
        batch: true,
        emits: 'confirmed',
      },
      decline: {
        from: ['asked'],
        to: 'declined',
        by: ['admin', 'member'],
        ownersAct: true,
        locks: 'itinerary_id',
        label: text('不能派车', 'Decline'),
        tone: 'danger',
        emits: 'declined',
        input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 200 }) },
        effect: text('由旅行社另行安排车辆。', 'The agency arranges another vehicle.'),
      },
      // by itself, when the team no longer needs the vehicle
      release: {
        from: ['asked', 'confirmed'],
        to: 'released',
        label: text('取消用车', 'Release'),
        input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 200 }) },
      },
    },
  }),
});
export interface CoachDispatchRequest extends Row<typeof coachDispatchRequest> {}
