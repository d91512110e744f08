import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { creditGrades, enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';

const server = { write: 'server' } as const;

/**
 * The credit score of an enterprise, 0 to 1000, and its grade A to E (domain reference §2.N). It is computed every night
 * and when an event or a listing changes. The grade is copied to `credit_grade` of the enterprise, where rewards read it.
 */
export const creditScore = resource({
  name: 'credit/score',
  label: text('信用评分', 'Credit scores'),
  icon: 'trophy',
  title: 'name',
  heading: ['enterprise_id', 'grade', ['score', text('{n} 分', 'score {n}')]],
  subtitle: ['grade', ['score', text('{n} 分', 'score {n}')]],
  scope: 'parent',
  partOf: 'enterprise_id',
  actions: ['index', 'export'],
  members: { owner: ['index'], operator: ['index'], viewer: ['index'] },
  order: ['score', 'asc'],
  comments: false,
  empty: text('还没有计算过信用评分', 'No credit score has been computed yet'),
  remark: text(
    '每家在营企业一行，每日凌晨和信用事项变化时按现行公式自动计算。',
    'One row per operating enterprise, computed by the formula in force every night and whenever its credit events change.',
  ),
  measures: {
    grades: { label: text('信用等级', 'Credit grades'), by: ['grade', 'ent_type', 'area_code'] },
  },
  fields: {
    enterprise_id: field.reference(text('企业', 'Enterprise'), {
      ...server,
      to: 'enterprise/enterprise',
      list: 'offered',
      related: false,
    }),
    name: field.text(text('企业名称', 'Name'), { ...server, search: true }),
    ent_type: field.select(text('企业类型', 'Type'), { ...server, options: enterpriseTypes }),
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
      ended: { ...text('已终止经营', 'Closed'), tone: 'muted', editable: false },
    },
    moves: {
      end: { from: ['scored'], to: 'ended', by: [], label: text('终止评分', 'End scoring') },
      reopen: { from: ['ended'], to: 'scored', by: [], label: text('恢复评分', 'Resume scoring') },
    },
  }),
});
export interface CreditScore extends Row<typeof creditScore> {}
