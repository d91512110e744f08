import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** What an animal is fed in a day: child rows, written with the form of the animal. */
export const meal = resource({
  name: 'zoo/meal',
  label: text('餐食', 'Meals'),
  title: 'food',
  scope: 'parent',
  partOf: 'animal_id',
  sortable: true,
  actions: ['index', 'add', 'edit', 'del'],
  fields: {
    animal_id: field.reference(text('动物', 'Animal'), { to: 'zoo/animal', required: true }),
    food: field.text(text('食物', 'Food'), { required: true, max: 40 }),
    at: field.time(text('时间', 'Time')),
    cost: field.money(text('费用（元）', 'Cost (CNY)'), { reads: 'appraise' }),
  },
});
