import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** An engagement of an expert, with the fee and how the work was rated. */
export const expertEngagement = resource({
  name: 'library/expertService',
  label: text('专家使用与费用', 'Engagements of experts'),
  icon: 'money-collect',
  title: 'matter',
  heading: ['expert_id', 'matter'],
  scope: 'parent',
  partOf: 'expert_id',
  order: ['served_on', 'desc'],
  measures: { expert_fees: { label: text('专家费用', 'Fees of experts'), sum: 'fee', by: [], at: 'served_on' } },
  fields: {
    expert_id: field.reference(text('专家', 'Expert'), {
      to: 'library/expert',
      required: true,
      write: 'add',
      // what a dismissed expert did before may be recorded later
      among: [['status', 'IN', ['engaged', 'dismissed']]],
    }),
    served_on: field.date(text('日期', 'Date'), { required: true }),
    matter: field.text(text('事项', 'Matter'), { required: true, max: 200, search: true }),
    fee: field.money(text('费用（元）', 'Fee (CNY)'), {
      min: 0,
      hint: text('抽取登记时未定，付费前补填', 'Open when an expert has been drawn; enter it before payment'),
    }),
    paid_on: field.date(text('支付日期', 'Paid on')),
    rating: field.integer(text('评分', 'Rating'), { min: 1, max: 5 }),
    note: field.textarea(text('说明', 'Note'), { max: 500, list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'expert_id' }),
  },
});
export interface ExpertEngagement extends Row<typeof expertEngagement> {}
