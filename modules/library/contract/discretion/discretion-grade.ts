import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { consequences, gradeKinds } from './discretion-grades-and-levels-of-harm-options.ts';

/** A grade of a discretion standard: its circumstances, the facts that lead to it, and its part of the range. */
export const discretionGrade = resource({
  name: 'library/grade',
  label: text('裁量档次', 'Grades'),
  title: 'circumstances',
  scope: 'parent',
  partOf: 'discretion_id',
  sortable: true,
  actions: [],
  fields: {
    discretion_id: field.reference(text('裁量基准', 'Discretion standard'), {
      to: 'library/discretion',
      required: true,
    }),
    penalty_no: field.integer(text('罚款幅度序号', 'Number of the fine'), {
      required: true,
      min: 1,
      max: 20,
      initial: 1,
      hint: text('该案由罚款幅度的第几行', 'Which row of the fines of the cause'),
    }),
    grade: field.select(text('档次', 'Grade'), { required: true, options: gradeKinds }),
    circumstances: field.text(text('适用情形', 'Circumstances'), { required: true, max: 500 }),
    amount_from: field.money(text('涉案金额达到（元）', 'Gains or turnover of at least (CNY)')),
    times_from: field.integer(text('二年内第几次起', 'From the nth violation in two years'), { min: 1, max: 99 }),
    tourists_from: field.integer(text('涉及人数达到', 'People affected, at least'), { min: 1, max: 100_000 }),
    consequence: field.select(text('危害后果达到', 'Harm, at least'), { options: consequences }),
    fine_from: field.money(text('罚款自（元）', 'Fine from (CNY)')),
    fine_to: field.money(text('罚款至（元）', 'Fine to (CNY)')),
    multiple_from: field.number(text('倍数自', 'Multiple from'), { min: 0, max: 100 }),
    multiple_to: field.number(text('倍数至', 'Multiple to'), { min: 0, max: 100 }),
    other_penalty: field.text(text('其他处罚', 'Other penalty'), { max: 300 }),
  },
});
export interface DiscretionGrade extends Row<typeof discretionGrade> {}
