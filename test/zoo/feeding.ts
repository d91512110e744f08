import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** What an animal ate: a child of the animal, seen by whoever sees the animal. */
export const feeding = resource({
  name: 'zoo/feeding',
  empty: text('还没有喂过', 'Nothing has been fed yet'),
  label: text('投喂记录', 'Feedings'),
  icon: 'coffee',
  title: 'food',
  // the heading names the animal before the food
  heading: ['animal_id', 'day', ['food', text('吃了{n}', 'ate {n}')]],
  scope: 'parent',
  partOf: 'animal_id',
  // a feeding on a journey is also seen in the areas of the journey
  alsoIn: ['fed_in', 'passed'],
  stamps: ['fed_at', 'fed_by'],
  fields: {
    fed_at: field.datetime(text('登记时间', 'Recorded at'), { write: 'server', list: 'offered' }),
    fed_by: field.reference(text('登记人', 'Recorded by'), {
      to: 'auth/admin',
      reach: 'all',
      related: false,
      write: 'server',
    }),
    fed_in: field.area(text('投喂地', 'Fed in')),
    passed: field.references(text('途经地', 'Passed through'), { to: 'system/area', reach: 'all', related: false }),
    animal_id: field.reference(text('动物', 'Animal'), { to: 'zoo/animal', required: true }),
    food: field.text(text('食物', 'Food'), { required: true, max: 80, search: true }),
    day: field.date(text('日期', 'Day')),
    rule_id: field.reference(text('依据规程', 'By rule'), {
      to: 'zoo/careRule',
      cites: { on: 'day' },
      list: 'offered',
    }),
    step_id: field.reference(text('依据步骤', 'By step'), { to: 'zoo/careStep', cites: true, list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'animal_id' }),
  },
});
