import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { rewardKinds, rewardUnits } from './reward-kinds-units-and-check-codes.ts';

const more = { min: 0, max: 1000, list: 'offered', hint: text('不填为不要求', 'Not required if left empty') } as const;

/** One step of what a policy pays, entered in its form. Steps of one kind differ by their minimum. */
export const rewardRule = resource({
  name: 'reward/rule',
  label: text('奖励标准', 'Reward rules'),
  title: 'kind',
  scope: 'parent',
  partOf: 'policy_id',
  sortable: true,
  actions: [],
  fields: {
    policy_id: field.reference(text('奖励政策', 'Policy'), { to: 'reward/policy', required: true }),
    kind: field.select(text('类别', 'Category'), { required: true, options: rewardKinds }),
    min_pax: field.integer(text('最低人数', 'Minimum guests'), {
      required: true,
      min: 1,
      max: 100_000,
      unique: ['policy_id', 'kind', 'min_nights', 'min_year'],
    }),
    min_nights: field.integer(text('最低夜数', 'Minimum nights'), { required: true, min: 0, max: 60, initial: 0 }),
    min_vehicles: field.integer(text('最低车辆数', 'Minimum vehicles'), more),
    min_scenic: field.integer(text('最少收费景点', 'Minimum paid attractions'), more),
    min_year: field.integer(text('全年累计人数', 'Annual cumulative guests'), {
      min: 0,
      max: 10_000_000,
      list: 'offered',
      hint: text(
        '企业当年同类别计奖人数（含本次）达到后按此档；不填为不要求',
        "Applies once the enterprise's eligible guests of this kind this year (including this application) reach the number; not required if left empty",
      ),
    }),
    unit: field.select(text('计奖单位', 'Unit of reward'), { required: true, options: rewardUnits }),
    amount: field.money(text('标准（元）', 'Rate (CNY)'), { required: true, min: 1 }),
    cap_per_group: field.money(text('每团上限（元）', 'Cap per team (CNY)'), { min: 1 }),
    cap_per_year: field.money(text('每企业全年上限（元）', 'Annual cap per enterprise (CNY)'), { min: 1 }),
    exclude_area: field.area(text('不计客源地', 'Excluded places of origin')),
  },
});
export interface RewardRule extends Row<typeof rewardRule> {}
