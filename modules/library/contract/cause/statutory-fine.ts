import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { fineBases, penaltySubjects } from './penalty-kinds-subjects-and-fine-bases.ts';

/**
 * A range of fines that the statute provides for a cause: amounts or multiples, of organisations or of persons, for one
 * of its acts or for gains of some size. Rows are numbered by their order; discretion grades name the number.
 */
export const statutoryFine = resource({
  name: 'library/penalty',
  label: text('罚款幅度', 'Fines'),
  title: 'act',
  scope: 'parent',
  partOf: 'cause_id',
  sortable: true,
  actions: [],
  fields: {
    cause_id: field.reference(text('案由', 'Cause'), { to: 'library/cause', required: true }),
    subject: field.select(text('对象', 'Subject'), {
      required: true,
      options: { org: penaltySubjects.org, person: penaltySubjects.person },
      initial: 'org',
    }),
    act: field.text(text('适用情形', 'Act'), {
      max: 200,
      hint: text('不填为该案由的各种情形', 'Leave empty for all acts of the cause'),
    }),
    base: field.select(text('计算基数', 'Calculated on'), { required: true, options: fineBases, initial: 'fixed' }),
    amount_from: field.money(text('基数达到（元）', 'Base from (CNY)')),
    amount_below: field.money(text('基数不足（元）', 'Base below (CNY)')),
    fine_min: field.money(text('罚款下限（元）', 'Lowest fine (CNY)')),
    fine_max: field.money(text('罚款上限（元）', 'Highest fine (CNY)')),
    multiple_min: field.number(text('倍数下限', 'Lowest multiple'), { min: 0, max: 100 }),
    multiple_max: field.number(text('倍数上限', 'Highest multiple'), { min: 0, max: 100 }),
    optional: field.switch(text('可以并处', 'Optional')),
  },
});
export interface StatutoryFine extends Row<typeof statutoryFine> {}
