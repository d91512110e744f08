import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { creditEventKinds } from './credit-event-kinds-lists-and-grounds.ts';

/** How a kind of event counts by a formula. Edited in the form of the formula. */
export const creditFormulaRule = resource({
  name: 'credit/formulaRule',
  label: text('计分规则', 'Point rules'),
  title: 'kind',
  scope: 'parent',
  partOf: 'formula_id',
  sortable: true,
  actions: [],
  fields: {
    formula_id: field.reference(text('评分公式', 'Formula'), { to: 'credit/formula', required: true }),
    kind: field.select(text('事项', 'Event'), { options: creditEventKinds, required: true, unique: ['formula_id'] }),
    points: field.integer(text('每次分值', 'Points each'), {
      required: true,
      min: -500,
      max: 500,
      hint: text('扣分为负数', 'Negative: points are taken off'),
    }),
    most: field.integer(text('累计上限', 'At most'), {
      required: true,
      min: 1,
      max: 1000,
      hint: text('同类事项合计最多加减这么多分', 'All events of this kind together add or take off no more'),
    }),
    months: field.integer(text('计分期（月）', 'Counts for (months)'), { required: true, min: 1, max: 120 }),
    basis: field.text(text('依据', 'Basis'), { required: true, max: 300 }),
    basis_en: field.text(text('依据（英文）', 'Basis in English'), {
      max: 300,
      hint: text('英文页面显示；不填则显示中文', 'Shown on English pages; if empty, they show the Chinese'),
    }),
  },
});
export interface CreditFormulaRule extends Row<typeof creditFormulaRule> {}
