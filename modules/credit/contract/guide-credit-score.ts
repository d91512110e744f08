import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { creditGrades } from '#modules/enterprise/contract/enterprise-options.ts';

const server = { write: 'server' } as const;

/** The credit score of a guide and its grade, by the formula of enterprises and computed when theirs are (domain reference §2.N). */
export const guideCreditScore = resource({
  name: 'credit/guideScore',
  label: text('导游信用评分', 'Credit scores of guides'),
  icon: 'trophy',
  title: 'name',
  heading: ['guide_id', 'grade', ['score', text('{n} 分', 'score {n}')]],
  subtitle: ['card_no', 'grade'],
  scope: 'parent',
  partOf: 'guide_id',
  actions: ['index', 'export'],
  order: ['score', 'asc'],
  comments: false,
  empty: text('还没有计算过导游的信用评分', 'No credit score of a guide has been computed yet'),
  remark: text(
    '每名执业导游一行，每日凌晨和信用事项变化时按现行公式自动计算。',
    'One row per practising guide, computed by the formula in force every night and whenever its credit events change.',
  ),
  measures: {
    guide_grades: { label: text('导游信用等级', 'Credit grades of guides'), by: ['grade', 'area_code'] },
  },
  fields: {
    guide_id: field.reference(text('导游', 'Guide'), { ...server, to: 'crew/guide', list: 'offered', related: false }),
    name: field.personName(text('姓名', 'Name'), { ...server, search: true }),
    card_no: field.identifier(text('导游证号', 'Guide card number'), { ...server, search: true }),
    score: field.integer(text('信用分', 'Credit score'), {
      ...server,
      hint: text('0 至 1000，越高越守信', '0 to 1000; higher is more trustworthy'),
    }),
    grade: field.select(text('信用等级', 'Credit grade'), { ...server, options: creditGrades }),
    scored_grade: field.select(text('按评分的等级', 'Grade by score'), {
      ...server,
      options: creditGrades,
      list: 'offered',
      hint: text('失信名单主体的等级可能更低', 'A listing for dishonesty may lower the grade'),
    }),
    changed_on: field.date(text('变化日期', 'Changed on'), server),
    area_code: field.area(text('地区', 'Area'), server),
  },
  life: lifecycle({
    initial: 'scored',
    states: {
      scored: { ...text('在评', 'Scored'), tone: 'neutral', editable: false },
      ended: { ...text('已终止执业', 'No longer practising'), tone: 'muted', editable: false },
    },
    moves: {
      end: { from: ['scored'], to: 'ended', by: [], label: text('终止评分', 'End scoring') },
      reopen: { from: ['ended'], to: 'scored', by: [], label: text('恢复评分', 'Resume scoring') },
    },
  }),
});
export interface GuideCreditScore extends Row<typeof guideCreditScore> {}
