import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** A check item of an inspection plan, in the version that was in force when it was put there. */
export const planCheckItem = resource({
  name: 'enforcement/planItem',
  label: text('计划的检查事项', 'Items of plans'),
  title: 'remark',
  heading: ['item_id'],
  scope: 'parent',
  partOf: 'plan_id',
  sortable: true,
  actions: [],
  fields: {
    plan_id: field.reference(text('检查计划', 'Plan'), { to: 'enforcement/plan', required: true }),
    item_id: field.reference(text('检查事项', 'Check item'), {
      to: 'library/checkItem',
      cites: true,
      reach: 'all',
      required: true,
      unique: ['plan_id'],
    }),
    remark: field.text(text('说明', 'Remark'), { max: 200 }),
  },
});
export interface PlanCheckItem extends Row<typeof planCheckItem> {}
