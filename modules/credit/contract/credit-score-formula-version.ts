import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { versionedResource } from '#kernel/version/versioned-resource.ts';
import { scoreRange } from './credit-event-kinds-lists-and-grounds.ts';

const bound = (label: Text) =>
  field.integer(label, { required: true, ...scoreRange, list: 'offered', section: 'grades' });

/** The formula of the credit score. One is in force at a time; another takes its place as its next version. */
export const creditFormula = versionedResource({
  name: 'credit/formula',
  label: text('评分公式', 'Credit formulas'),
  icon: 'control',
  title: 'title',
  titleEnglish: 'title_en',
  scope: 'all',
  versionsOf: 'code',
  actions: ['index', 'edit', 'del', 'export'],
  remark: text(
    '评分 = 基础分 + 各类事项的分值（每类有累计上限），在 0 至 1000 之间；失信名单主体的等级不高于 D 或 E。',
    'Score = base + points of the events of each kind (with a maximum per kind), from 0 to 1000. Enterprises on a list of dishonesty have grade D or E at best.',
  ),
  sections: {
    score: text('评分', 'Score'),
    grades: text('等级分界', 'Grade boundaries'),
  },
  fields: {
    code: field.identifier(text('编号', 'Number'), { number: 'XP{seq:3}', unique: ['revision'], section: 'score' }),
    title: field.text(text('名称', 'Title'), { required: true, max: 100, search: true, section: 'score' }),
    title_en: field.text(text('英文名称', 'English title'), {
      max: 150,
      search: true,
      list: 'offered',
      section: 'score',
    }),
    base: field.integer(text('基础分', 'Base'), { required: true, ...scoreRange, section: 'score' }),
    rules: field.rows(text('计分规则', 'Point rules'), { of: 'credit/formulaRule', max: 40, section: 'score' }),
    grade_a: bound(text('A 级起', 'A from')),
    grade_b: bound(text('B 级起', 'B from')),
    grade_c: bound(text('C 级起', 'C from')),
    grade_d: bound(text('D 级起', 'D from')),
  },
});
export interface CreditFormula extends Row<typeof creditFormula> {}
