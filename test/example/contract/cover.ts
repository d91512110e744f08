import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** A risk that an insurance covers, with the sum insured. Edited in the form of the insurance. */
export const cover = resource({
  name: 'enterprise/cover',
  label: text('承保项目', 'Cover'),
  title: 'name',
  scope: 'parent',
  partOf: 'insurance_id',
  sortable: true,
  actions: [],
  fields: {
    insurance_id: field.reference(text('责任保险', 'Insurance'), { to: 'enterprise/insurance', required: true }),
    name: field.text(text('项目', 'Risk'), { required: true, max: 60 }),
    amount: field.money(text('保额（元）', 'Sum insured (CNY)'), { required: true }),
    from_on: field.date(text('生效日期', 'In force from')),
  },
});
export interface Cover extends Row<typeof cover> {}
