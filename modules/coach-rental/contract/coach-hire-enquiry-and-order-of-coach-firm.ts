import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const keeps = ['index', 'export', 'quote', 'decline', 'dispatch', 'run', 'finish', 'cancel'] as const;
const both = ['admin', 'member'] as const;
const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 200 });

/** States in which an order reserves its coach, and after dispatch its driver, for its time. */
export const confirmedHireStates = ['accepted', 'dispatched', 'running'] as const;

/**
 * An order as the coach firm sees it: what it was asked for, quoted and drives (domain reference §2.Z `car_order`). The
 * vehicle is checked against its documents when the firm quotes and again at dispatch.
 */
export const coachHireOrder = resource({
  name: 'rental/order',
  label: text('询价与订单', 'Enquiries and orders'),
  icon: 'car',
  title: 'route',
  scope: 'parent',
  partOf: 'coach_id',
  actions: ['index', 'export'],
  members: { owner: keeps, operator: keeps, viewer: ['index'] },
  order: ['from_at', 'desc'],
  empty: text('还没有旅行社询价', 'No enquiries from agencies yet'),
  measures: {
    orders: { label: text('用车订单', 'Coach orders'), by: ['status'], at: 'from_at' },
    turnover: { label: text('成交金额', 'Order value'), sum: 'price', by: ['status'], at: 'from_at' },
  },
  fields: {
    coach_id: field.reference(text('客运企业', 'Coach operator'), {
      to: 'enterprise/enterprise',
      among: [['ent_type', 'IN', ['coach', 'car_rental']]],
      write: 'server',
    }),
    demand_id: field.reference(text('用车需求', 'Coach enquiry'), {
      to: 'rental/demand',
      reach: 'all',
      write: 'server',
      list: 'offered',
    }),
    agency: field.text(text('旅行社', 'Agency'), { write: 'server', search: true }),
    route: field.text(text('用车线路', 'Route'), { write: 'server', search: true }),
    from_at: field.datetime(text('用车开始', 'Hire starts'), { write: 'server' }),
    to_at: field.datetime(text('用车结束', 'Hire ends'), { write: 'server' }),
    people: field.integer(text('乘车人数', 'Passengers'), { write: 'server', quantity: true }),
    remark: field.textarea(text('要求', 'Requirements'), { write: 'server', list: 'offered' }),
    vehicle_id: field.reference(text('车辆', 'Vehicle'), { to: 'crew/vehicle', write: 'server' }),
    driver_id: field.reference(text('驾驶员', 'Driver'), { to: 'crew/driver', write: 'server' }),
    registered_on: field.date(text('车辆初次登记日期', 'Vehicle first registered on'), {
      write: 'server',
      list: 'offered',
    }),
    price: field.money(text('报价（元）', 'Quote (CNY)'), { write: 'server' }),
    contract: field.file(text('包车合同', 'Charter contract'), {
      accept: 'pdf,ofd,jpg,jpeg,png,webp',
      private: true,
      write: 'server',
      list: 'offered',
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'coach_id' }),
  },
  life: lifecycle({
    initial: 'requested',
    states: {
      requested: { ...text('待报价', 'Awaiting quote'), tone: 'warning', editable: false },
      quoted: { ...text('已报价', 'Quoted'), tone: 'progress', editable: false },
      accepted: { ...text('待派车', 'Awaiting dispatch'), tone: 'warning', editable: false },
      dispatched: { ...text('已派车', 'Dispatched'), tone: 'progress', editable: false },
      running: { ...text('行驶中', 'In transit'), tone: 'progress', editable: false },
      finished: { ...text('已完成', 'Completed'), tone: 'good', editable: false, final: true },
      cancelled: { ...text('已取消', 'Cancelled'), tone: 'muted', editable: false, final: true },
    },
    moves: {
      quote: {
        from: ['requested'],
        to: 'quoted',
        by: ['member'],
        locks: 'demand_id',
        label: text('报价', 'Quote'),
        tone: 'primary',
        emits: 'quoted',
        input: {
          vehicle_id: field.reference(text('车辆', 'Vehicle'), { to: 'crew/vehicle', required: true }),
          registered_on: field.date(text('车辆初次登记日期', 'Vehicle first registered on'), {
            required: true,
            hint: text('见机动车行驶证', 'See the vehicle licence'),
          }),
          price: field.money(text('报价（元）', 'Quote (CNY)'), { required: true }),
          words: field.text(text('说明', 'Remarks'), { max: 200 }),
        },
      },
      decline: {
        from: ['requested'],
        to: 'cancelled',
        by: ['member'],
        locks: 'demand_id',
        label: text('不能承接', 'Decline'),
        tone: 'danger',
        input: { reason },
      },
      // made by the platform when the agency accepts
      accept: { from: ['quoted'], to: 'accepted', by: ['member'], label: text('成交', 'Agree'), emits: 'accepted' },
      dispatch: {
        from: ['accepted'],
        to: 'dispatched',
        by: ['member'],
        locks: 'demand_id',
        label: text('派车', 'Dispatch coach'),
        tone: 'primary',
        emits: 'dispatched',
        input: {
          driver_id: field.reference(text('驾驶员', 'Driver'), { to: 'crew/driver', required: true }),
          contract: field.file(text('包车合同', 'Charter contract'), {
            accept: 'pdf,ofd,jpg,jpeg,png,webp',
            private: true,
            required: true,
          }),
        },
      },
      run: { from: ['dispatched'], to: 'running', by: ['member'], label: text('发车', 'Start trip'), tone: 'primary' },
      finish: {
        from: ['running'],
        to: 'finished',
        by: ['member'],
        label: text('完成', 'Complete'),
        tone: 'primary',
        emits: 'finished',
      },
      cancel: {
        from: ['requested', 'quoted', 'accepted', 'dispatched', 'running'],
        to: 'cancelled',
        by: both,
        locks: 'demand_id',
        label: text('取消订单', 'Cancel order'),
        tone: 'danger',
        input: { reason },
        emits: 'cancelled',
      },
    },
  }),
});
export interface CoachHireOrder extends Row<typeof coachHireOrder> {}
