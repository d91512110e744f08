import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { currentVersionConditions } from '#kernel/version/version-publication-lifecycle.ts';
import { versionedResource } from '#kernel/version/versioned-resource.ts';
import { checkMethods } from '#modules/system/contract/enforcement-option-lists.ts';
import {
  answerKinds,
  checkCategories,
  checkedObjectKinds,
  checkItemSeverities,
  evidenceKinds,
  failureSteps,
} from './check-item-options.ts';

/**
 * What officers may check, and how (domain reference §2.H). Enterprises are checked by published items only, so that
 * they are open to everybody.
 */
export const checkItem = versionedResource({
  name: 'library/checkItem',
  label: text('检查事项', 'Check items'),
  icon: 'file-done',
  title: 'name',
  titleEnglish: 'name_en',
  subtitle: ['code', ['revision', text('第 {n} 版', 'version {n}')]],
  scope: 'all',
  versionsOf: 'code',
  order: ['code', 'asc'],
  remark: text(
    '未发布的事项不能列入检查清单；已发布的事项向社会公开。',
    'Only published items can be put into a checklist. Published items are open to the public.',
  ),
  sections: {
    item: text('检查事项', 'Item'),
    check: text('检查要求', 'How it is checked'),
    failure: text('结果处理', 'If it fails'),
    publicity: text('公开与频次', 'Publicity and frequency'),
  },
  published: {
    when: currentVersionConditions,
    fields: [
      'code',
      'name',
      'name_en',
      'kinds',
      'category',
      'basis',
      'content',
      'standard',
      'methods',
      'yearly_cap',
      'joint_departments',
      'revision',
      'effective_from',
      'effective_to',
    ],
    moves: ['publish'],
  },
  fields: {
    code: field.identifier(text('事项编码', 'Item code'), {
      required: true,
      write: 'add',
      max: 20,
      unique: ['revision'],
      search: true,
      section: 'item',
    }),
    name: field.text(text('事项名称', 'Name'), { required: true, max: 200, search: true, section: 'item' }),
    name_en: field.text(text('英文名称', 'English name'), { max: 300, search: true, list: 'offered', section: 'item' }),
    kinds: field.selects(text('检查对象', 'Checked objects'), {
      required: true,
      options: checkedObjectKinds,
      max: 30,
      section: 'item',
    }),
    category: field.select(text('类别', 'Category'), {
      required: true,
      options: checkCategories,
      initial: 'general',
      section: 'item',
    }),
    basis: field.text(text('法律依据', 'Legal basis'), { max: 300, search: true, section: 'item' }),
    articles: field.rows(text('引用条文', 'Articles cited'), {
      of: 'library/itemArticle',
      max: 20,
      list: 'offered',
      section: 'item',
    }),
    content: field.textarea(text('检查内容', 'What is checked'), {
      required: true,
      max: 2000,
      list: 'offered',
      section: 'item',
    }),
    methods: field.selects(text('检查方式', 'Methods'), {
      required: true,
      optionList: checkMethods,
      max: 6,
      list: 'offered',
      section: 'check',
    }),
    standard: field.textarea(text('合格标准', 'Standard'), {
      max: 2000,
      list: 'offered',
      section: 'check',
      hint: text('不填的以检查内容为准', 'If empty, the content of the check is the standard'),
    }),
    evidence: field.select(text('佐证要求', 'Evidence'), {
      required: true,
      options: evidenceKinds,
      initial: 'none',
      section: 'check',
    }),
    answer_kind: field.select(text('答案类型', 'Kind of answer'), {
      required: true,
      options: answerKinds,
      initial: 'yes_no_na',
      list: 'offered',
      section: 'check',
    }),
    answer_options: field.text(text('可选答案', 'Choices'), {
      max: 500,
      list: 'never',
      section: 'check',
      shownWhen: { by: 'answer_kind', of: ['choice'] },
      requiredWhen: { by: 'answer_kind', of: ['choice'] },
      hint: text('用顿号分隔', 'Separated by commas'),
    }),
    severity: field.select(text('严重程度', 'Severity'), {
      required: true,
      options: checkItemSeverities,
      initial: '3',
      section: 'failure',
    }),
    failure_step: field.select(text('不合格建议', 'Suggested step'), { options: failureSteps, section: 'failure' }),
    cause_id: field.reference(text('关联案由', 'Cause'), {
      to: 'library/cause',
      cites: true,
      reach: 'all',
      list: 'offered',
      section: 'failure',
      requiredWhen: { by: 'failure_step', of: ['file'] },
    }),
    public_url: field.url(text('公布网址', 'Published at'), { list: 'offered', section: 'publicity' }),
    public_on: field.date(text('公布日期', 'Published on'), { list: 'offered', section: 'publicity' }),
    yearly_cap: field.integer(text('年度检查次数上限', 'Maximum checks per year'), {
      min: 1,
      max: 365,
      list: 'offered',
      section: 'publicity',
      hint: text('对同一企业；不填为不限', 'Per enterprise; empty: no limit'),
    }),
    joint_departments: field.text(text('联合检查部门', 'Joint departments'), {
      max: 200,
      list: 'offered',
      section: 'publicity',
    }),
  },
});
export interface CheckItem extends Row<typeof checkItem> {}
