import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { complainantDemandKinds } from './complaint-select-options-applicable-rule-and-limits.ts';

/** What a complainant asks for. Edited in the form of the complaint. */
export const complainantDemand = resource({
  name: 'complaint/demand',
  label: text('投诉请求', 'Demands'),
  title: 'kind',
  scope: 'parent',
  partOf: 'complaint_id',
  sortable: true,
  actions: [],
  // whoever reads the complaint reads the sum of its demands
  members: { owner: ['index'], operator: ['index'], viewer: ['index'] },
  fields: {
    complaint_id: field.reference(text('投诉', 'Complaint'), { to: 'complaint/complaint', required: true }),
    kind: field.select(text('请求', 'Demand'), { required: true, options: complainantDemandKinds, initial: 'refund' }),
    amount: field.money(text('金额（元）', 'Amount (CNY)'), {
      min: 0,
      shownWhen: { by: 'kind', of: ['refund', 'compensation'] },
      quantity: true,
    }),
    remark: field.text(text('说明', 'Remark'), { max: 200 }),
  },
});
export interface ComplainantDemand extends Row<typeof complainantDemand> {}
