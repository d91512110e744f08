import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const reads = ['index', 'export', 'accept', 'pass'] as const;

/** A coach firm's offer for a demand, as the agency sees it (domain reference §2.Z `car_quote`). */
export const coachQuote = resource({
  name: 'rental/quote',
  label: text('用车报价', 'Coach quotes'),
  icon: 'money-collect',
  title: 'firm',
  scope: 'parent',
  partOf: 'demand_id',
  actions: ['index', 'export'],
  members: { owner: reads, operator: reads, viewer: ['index'] },
  // agencies compare the quotes of a demand: the cheapest first
  order: ['price', 'asc'],
  empty: text('还没有企业报价', 'No quotes yet'),
  fields: {
    demand_id: field.reference(text('用车需求', 'Coach enquiry'), { to: 'rental/demand', write: 'server' }),
    order_id: field.reference(text('订单', 'Order'), {
      to: 'rental/order',
      reach: 'all',
      related: false,
      write: 'server',
      list: 'never',
    }),
    firm: field.text(text('客运企业', 'Coach operator'), { write: 'server', search: true }),
    plate: field.plate(text('车牌号', 'Plate'), { write: 'server' }),
    seats: field.integer(text('座位数', 'Seats'), { write: 'server' }),
    price: field.money(text('报价（元）', 'Quote (CNY)'), { write: 'server' }),
    words: field.text(text('说明', 'Remarks'), { write: 'server', list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'demand_id' }),
  },
  life: lifecycle({
    initial: 'offered',
    states: {
      offered: { ...text('待选择', 'Awaiting choice'), tone: 'progress', editable: false },
      accepted: { ...text('已接受', 'Accepted'), tone: 'good', editable: false },
      passed: { ...text('未接受', 'Not accepted'), tone: 'muted', editable: false, final: true },
    },
    moves: {
      accept: {
        from: ['offered'],
        to: 'accepted',
        by: ['member'],
        locks: 'demand_id',
        label: text('接受报价', 'Accept quote'),
        tone: 'primary',
        emits: 'accepted',
        effect: text(
          '其余报价一并谢绝，企业据此派车。',
          'The other quotes are declined and the operator dispatches a coach.',
        ),
      },
      pass: {
        from: ['offered', 'accepted'],
        to: 'passed',
        by: ['admin', 'member'],
        label: text('谢绝', 'Decline'),
        locks: 'demand_id',
      },
    },
  }),
});
export interface CoachQuote extends Row<typeof coachQuote> {}
