import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { countOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';
import { resultsWithProblems } from '../check/enforcement-check-source-result-and-flag-options.ts';
import { statesOfChecksMade, statesOutsidePlan } from './check-states-counted-for-plan.ts';
import { inspectionPlanKinds } from './inspection-plan-kinds.ts';
import { inspectionPlanLifecycle } from './inspection-plan-lifecycle.ts';

const special = { by: 'kind', of: ['special'] } as const;

/**
 * An inspection plan (domain reference §2.I `enf_plan`): which enterprises are checked in a period, for what, and how
 * many of them. Whoever approves it sees how many enterprises it concerns.
 */
export const plan = resource({
  name: 'enforcement/plan',
  label: text('检查计划', 'Inspection plans'),
  icon: 'schedule',
  title: 'name',
  scope: 'area',
  sections: {
    plan: text('计划', 'Plan'),
    objects: text('对象与数量', 'Enterprises and number'),
    approval: text('审批与公布', 'Approval and publication'),
  },
  chained: ['approve', 'approveSpecial', 'publish', 'close'],
  measures: {
    plans: { label: text('检查计划', 'Inspection plans'), by: ['status', 'kind', 'area_code'] },
  },
  fields: {
    name: field.text(text('计划名称', 'Name'), { required: true, max: 100, search: true, section: 'plan' }),
    year: field.year(text('年度', 'Year'), { required: true, section: 'plan' }),
    kind: field.select(text('类别', 'Category'), {
      required: true,
      options: inspectionPlanKinds,
      initial: 'random',
      section: 'plan',
    }),
    basis: field.textarea(text('依据', 'Legal basis'), {
      required: true,
      max: 1000,
      list: 'offered',
      section: 'plan',
      hint: text('法律、法规、规章或上级部署的名称与条款', 'Name and article of the law, regulation or instruction'),
    }),
    reason: field.textarea(text('专项检查的理由', 'Reason for the special check'), {
      max: 1000,
      list: 'offered',
      section: 'plan',
      shownWhen: special,
      requiredWhen: special,
    }),
    department_id: field.reference(text('组织部门', 'Organising department'), {
      to: 'auth/department',
      required: true,
      section: 'plan',
    }),
    joint_departments: field.text(text('联合部门', 'Joint departments'), {
      max: 200,
      list: 'offered',
      section: 'plan',
      requiredWhen: { by: 'kind', of: ['joint'] },
      hint: text('公安、市场监管等，用顿号分隔', 'Such as public security or market regulation'),
    }),
    starts_on: field.date(text('开始日期', 'Start date'), { required: true, section: 'plan' }),
    ends_on: field.date(text('截止日期', 'End date'), { required: true, section: 'plan' }),
    ent_types: field.selects(text('企业类别', 'Types of enterprises'), {
      required: true,
      options: enterpriseTypes,
      section: 'objects',
    }),
    areas: field.references(text('检查地区', 'Areas'), {
      to: 'system/area',
      related: false,
      list: 'offered',
      section: 'objects',
      hint: text('不填为本计划所属地区的全部', 'All of the area of the plan if left empty'),
    }),
    ratio: field.number(text('抽查比例（%）', 'Share (%)'), {
      min: 0.01,
      max: 100,
      section: 'objects',
      hint: text('比例与数量填一项', 'Either a share or a number'),
    }),
    count: field.integer(text('抽查数量（家）', 'Number of enterprises'), {
      min: 1,
      max: 100_000,
      section: 'objects',
      quantity: true,
    }),
    items: field.rows(text('检查事项', 'Check items'), {
      of: 'enforcement/planItem',
      max: 200,
      section: 'objects',
      hint: text('批准之前至少选一项', 'At least one before approval'),
    }),
    document: field.file(text('计划文件', 'Document'), {
      accept: 'pdf,ofd,jpg,jpeg,png',
      list: 'offered',
      section: 'plan',
    }),
    area_code: field.area(text('地区', 'Area'), { required: true, section: 'objects' }),
    approved_by: field.reference(text('批准人', 'Approved by'), {
      to: 'auth/admin',
      reach: 'all',
      related: false,
      write: 'server',
      list: 'offered',
      section: 'approval',
    }),
    approved_at: field.datetime(text('批准时间', 'Approved at'), {
      write: 'server',
      list: 'offered',
      section: 'approval',
    }),
    filed_with: field.text(text('备案机关', 'Filed with'), {
      max: 100,
      write: 'server',
      list: 'offered',
      section: 'approval',
    }),
    filed_on: field.date(text('备案日期', 'Filed on'), { write: 'server', list: 'offered', section: 'approval' }),
    published_url: field.url(text('公布网址', 'Published at'), {
      write: 'server',
      list: 'offered',
      section: 'approval',
    }),
    published_on: field.date(text('公布日期', 'Published on'), { write: 'server', section: 'approval' }),
    draws: field.integer(text('抽取次数', 'Draws'), {
      from: countOf('enforcement/draw', 'plan_id', [['status', 'IN', ['drawn', 'published']]]),
    }),
    checks: field.integer(text('检查任务', 'Checks'), {
      from: countOf('enforcement/check', 'plan_id', [['status', 'NOT IN', [...statesOutsidePlan]]]),
    }),
    checks_done: field.integer(text('已完成检查', 'Checks made'), {
      from: countOf('enforcement/check', 'plan_id', [['status', 'IN', [...statesOfChecksMade]]]),
    }),
    checks_found: field.integer(text('发现问题的检查', 'Checks with findings'), {
      from: countOf('enforcement/check', 'plan_id', [['result_code', 'IN', [...resultsWithProblems]]]),
    }),
  },
  life: inspectionPlanLifecycle,
});
export interface Plan extends Row<typeof plan> {}
