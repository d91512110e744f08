import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { versionedResource } from '#kernel/version/versioned-resource.ts';
import { enforcementDomains } from '#modules/library/contract/domain/enforcement-domain.ts';

const cap = (label: Text) => field.integer(label, { required: true, min: 0, max: 365, section: 'caps', list: 'shown' });
const most = (label: Text) =>
  field.integer(label, { required: true, min: 1, max: 365, section: 'flags', list: 'offered' });

/**
 * How often an enterprise may be checked (domain reference §2.I, 国办发〔2024〕54号): in a year by its risk class, and
 * from how many visits on a check is flagged. A set without a domain applies to the domains that have none of their
 * own.
 */
export const frequencyCap = versionedResource({
  name: 'enforcement/frequencyCap',
  label: text('检查频次上限', 'Limits of checks'),
  icon: 'dashboard',
  title: 'title',
  titleEnglish: 'title_en',
  scope: 'all',
  versionsOf: 'code',
  remark: text(
    '批准检查时按检查当日有效的版本判断；个案、安全和复查不受年度上限限制，但留有记录。',
    'Approvals follow the version in force on the day of the check. Checks of single cases, for safety and of corrections are exempt from yearly limits, and recorded.',
  ),
  sections: {
    rule: text('适用范围与依据', 'Domain and basis'),
    caps: text('每年最多检查次数（按企业风险等级）', 'Checks a year, by risk class'),
    flags: text('频次提示', 'Flags'),
    officers: text('人员与联合检查', 'Officers and joint checks'),
  },
  fields: {
    code: field.identifier(text('编号', 'Number'), { number: 'PC{seq:3}', unique: ['revision'], section: 'rule' }),
    title: field.text(text('名称', 'Title'), { required: true, max: 100, search: true, section: 'rule' }),
    title_en: field.text(text('英文名称', 'English title'), {
      max: 150,
      search: true,
      list: 'offered',
      section: 'rule',
    }),
    domain: field.select(text('执法领域', 'Domain'), {
      options: enforcementDomains,
      write: 'add',
      section: 'rule',
      hint: text('不填的适用于没有单独规定的领域', 'Left empty, it applies to domains without limits of their own'),
    }),
    basis: field.text(text('依据', 'Legal basis'), { required: true, max: 300, section: 'rule' }),
    class_a: cap(text('A 级', 'Class A')),
    class_b: cap(text('B 级', 'Class B')),
    class_c: cap(text('C 级', 'Class C')),
    class_d: cap(text('D 级', 'Class D')),
    per_day: most(text('一日内多于（次）提示', 'Flag above, a day')),
    per_week: most(text('七日内多于（次）提示', 'Flag above, in 7 days')),
    per_month: most(text('三十日内多于（次）提示', 'Flag above, in 30 days')),
    nil_visits: field.integer(text('连续未发现问题（次）', 'Visits in a row without a finding'), {
      required: true,
      min: 1,
      max: 20,
      section: 'officers',
      list: 'offered',
      hint: text(
        '同一人员对同一企业达到此数后，须说明理由并经批准',
        'After so many, the officer needs an approved reason for visiting the enterprise again',
      ),
    }),
    nil_months: field.integer(text('期间（月）', 'Within (months)'), {
      required: true,
      min: 1,
      max: 60,
      section: 'officers',
      list: 'offered',
    }),
    joint_days: field.integer(text('联合检查提示期（天）', 'Joint checks are offered within (days)'), {
      required: true,
      min: 0,
      max: 180,
      section: 'officers',
      list: 'offered',
      hint: text('其他部门在此期间内有检查安排的，提示合并', 'When another department plans a check so near in time'),
    }),
  },
});
export interface FrequencyCap extends Row<typeof frequencyCap> {}
