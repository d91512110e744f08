import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';

/** The inherent risk of a kind of business. Edited in the form of the weights. */
export const industryWeight = resource({
  name: 'risk/industryWeight',
  label: text('行业固有风险', 'Industry risks'),
  title: 'ent_type',
  scope: 'parent',
  partOf: 'model_id',
  sortable: true,
  actions: [],
  fields: {
    model_id: field.reference(text('评分权重', 'Weights'), { to: 'risk/model', required: true }),
    ent_type: field.select(text('企业类型', 'Type'), {
      options: enterpriseTypes,
      required: true,
      unique: ['model_id'],
    }),
    percent: field.integer(text('风险（%）', 'Risk (%)'), {
      required: true,
      min: 0,
      max: 100,
      hint: text('占行业固有风险满分的百分比', 'Percent of the points of this part'),
    }),
  },
});
export interface IndustryWeight extends Row<typeof industryWeight> {}
