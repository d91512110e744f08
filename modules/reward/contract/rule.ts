import { field } from '#kernel/field.ts';
import { type Row, resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { rewardKinds, rewardUnits } from './dictionary.ts';

/** One step of what a policy pays: typed into its form. Steps of one kind differ by the guests they begin with. */
export const rule = resource({
  name: 'reward/rule',
  label: text('奖励标准', 'Rules'),
  title: 'kind',
  scope: 'parent',
  partOf: 'policy_id',
  sortable: true,
  actions: [],
  fields: {
    policy_id: field.reference(text('奖励政策', 'Policy'), { to: 'reward/policy', required: true }),
    kind: field.select(text('类别', 'Kind'), { required: true, options: rewardKinds }),
    min_pax: field.integer(text('最低人数', 'Least guests'), {
      required: true,
      min: 1,
      max: 100_000,
      unique: ['policy_id', 'kind', 'min_nights'],
    }),
    min_nights: field.integer(text('最低夜数', 'Least nights'), { required: true, min: 0, max: 60, initial: 0 }),
    unit: field.select(text('计奖单位', 'Paid for each'), { required: true, options: rewardUnits }),
    amount: field.money(text('标准（元）', 'Amount (CNY)'), { required: true, min: 1 }),
    cap_per_group: field.money(text('每团上限（元）', 'Most for one team (CNY)'), { min: 1 }),
    cap_per_year: field.money(text('每企业全年上限（元）', 'Most for one enterprise a year (CNY)'), { min: 1 }),
    exclude_area: field.area(text('不计客源地', 'Guests from here do not count')),
  },
});
export interface Rule extends Row<typeof rule> {}
