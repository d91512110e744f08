import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { versionedResource } from '#kernel/version/versioned-resource.ts';
import { riskScoreComponents } from './risk-score-components-and-limits.ts';

const points = (label: Text) => field.integer(label, { required: true, min: 0, max: 100, list: 'offered' });
const bound = (label: Text) => field.integer(label, { required: true, min: 1, max: 100, list: 'offered' });
const days = (label: Text, hint: Text, least: number) =>
  field.integer(label, { required: true, min: least, max: 3650, list: 'offered', hint });

/** The weights of the risk score. One set is in force at a time; another takes its place as its next version. */
export const riskWeights = versionedResource({
  name: 'risk/model',
  label: text('评分权重', 'Risk weights'),
  icon: 'control',
  title: 'title',
  titleEnglish: 'title_en',
  scope: 'all',
  versionsOf: 'code',
  actions: ['index', 'edit', 'del', 'export'],
  sections: {
    parts: text('各部分满分，合计 100', 'Points per part, 100 in total'),
    classes: text('等级分界', 'Class boundaries'),
    times: text('时间', 'Times'),
  },
  fields: {
    code: field.identifier(text('编号', 'Number'), { number: 'FX{seq:3}', unique: ['revision'] }),
    title: field.text(text('名称', 'Title'), { required: true, max: 100, search: true }),
    title_en: field.text(text('英文名称', 'English title'), { max: 150, search: true, list: 'offered' }),
    industry: { ...points(riskScoreComponents.industry), section: 'parts' },
    credit: { ...points(riskScoreComponents.credit), section: 'parts' },
    complaints: { ...points(riskScoreComponents.complaints), section: 'parts' },
    findings: { ...points(riskScoreComponents.findings), section: 'parts' },
    overdue: { ...points(riskScoreComponents.overdue), section: 'parts' },
    itinerary: { ...points(riskScoreComponents.itinerary), section: 'parts' },
    class_b: { ...bound(text('B 级起', 'B from')), section: 'classes' },
    class_c: { ...bound(text('C 级起', 'C from')), section: 'classes' },
    class_d: { ...bound(text('D 级起', 'D from')), section: 'classes' },
    half_life: {
      ...days(
        text('半衰期（天）', 'Half-life (days)'),
        text('检查发现和行程异常经过这么多天，分值减半', 'After this many days findings count half'),
        1,
      ),
      section: 'times',
    },
    new_days: {
      ...days(
        text('新企业（天）', 'New enterprise (days)'),
        text('登记后这么多天内不低于 B 级', 'At least class B for this many days after registration'),
        0,
      ),
      section: 'times',
    },
    industries: field.rows(text('行业固有风险', 'Industry risks'), { of: 'risk/industryWeight', max: 40 }),
  },
});
export interface RiskWeights extends Row<typeof riskWeights> {}
