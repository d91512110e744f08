import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { countOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { enterpriseTypes, riskClasses } from '#modules/enterprise/contract/enterprise-options.ts';
import { enforcementDomains } from '#modules/library/contract/domain/enforcement-domain.ts';
import {
  checkCycleOfficerAssignments,
  checkCyclePeriodUnits,
} from './recurring-check-period-assignment-and-skip-options.ts';

const month = { min: 1, max: 12, list: 'offered', section: 'rhythm' } as const;

/**
 * Checks that repeat (domain reference §2.I `enf_cycle`): every period, each enterprise of some types and risk classes,
 * with a checklist. Checks are drafted ahead of the period; what was checked by anybody, is suspended or has reached its
 * limit is skipped.
 */
export const recurringCheckCycle = resource({
  name: 'enforcement/cycle',
  label: text('检查周期', 'Cycles of checks'),
  icon: 'clock-circle',
  title: 'name',
  scope: 'area',
  nodes: { preview: text('预览', 'Preview'), run: text('立即生成', 'Draft checks now') },
  sections: {
    cycle: text('周期检查', 'Cycle'),
    objects: text('对象与事项', 'Enterprises and items'),
    rhythm: text('周期', 'Rhythm'),
    people: text('人员', 'Officers'),
  },
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 100, search: true, section: 'cycle' }),
    department_id: field.reference(text('组织部门', 'Organising department'), {
      to: 'auth/department',
      required: true,
      section: 'cycle',
    }),
    basis: field.textarea(text('检查依据', 'Legal basis'), {
      required: true,
      max: 1000,
      list: 'offered',
      section: 'cycle',
      hint: text('法律、法规、规章的名称与条款', 'Name and article of the law or regulation'),
    }),
    domain: field.select(text('执法领域', 'Domain'), {
      required: true,
      options: enforcementDomains,
      section: 'objects',
    }),
    ent_types: field.selects(text('企业类别', 'Types of enterprises'), {
      required: true,
      options: enterpriseTypes,
      section: 'objects',
    }),
    risk_classes: field.selects(text('风险等级', 'Risk classes'), {
      options: riskClasses,
      section: 'objects',
      hint: text('不选的包括全部；未评级的按 B 级', 'All if none is chosen; without a class it counts as B'),
    }),
    area_code: field.area(text('地区', 'Area'), { required: true, section: 'objects' }),
    checklist_id: field.reference(text('检查清单', 'Checklist'), {
      to: 'library/checklist',
      cites: true,
      reach: 'all',
      required: true,
      section: 'objects',
    }),
    unit: field.select(text('周期单位', 'Unit'), {
      required: true,
      options: checkCyclePeriodUnits,
      initial: 'year',
      section: 'rhythm',
    }),
    every: field.integer(text('每几个单位', 'Every'), {
      min: 1,
      max: 60,
      initial: 1,
      section: 'rhythm',
      shownWhen: { by: 'unit', of: ['month', 'quarter', 'year'] },
      requiredWhen: { by: 'unit', of: ['month', 'quarter', 'year'] },
      hint: text('如每 2 个季度填 2', 'Such as 2 for every two quarters'),
    }),
    cron: field.text(text('日程（crontab）', 'Schedule (crontab)'), {
      max: 60,
      section: 'rhythm',
      list: 'offered',
      shownWhen: { by: 'unit', of: ['cron'] },
      requiredWhen: { by: 'unit', of: ['cron'] },
      hint: text(
        '五段：分 时 日 月 周，如 0 3 15 */2 *；相邻两次之间为一个周期',
        'Minute, hour, day, month, weekday, such as 0 3 15 */2 *: a period lasts until the next time',
      ),
    }),
    starts_on: field.date(text('首个周期开始', 'First period begins'), { required: true, section: 'rhythm' }),
    ends_on: field.date(text('截止日期', 'Until'), {
      endless: text('长期', 'No end date'),
      list: 'offered',
      section: 'rhythm',
    }),
    season_from: field.integer(text('季节起（月）', 'Season from (month)'), {
      ...month,
      hint: text(
        '只在这些月份检查，如滑雪场 11 至 3 月',
        'Checks in these months only, such as 11 to 3 for ski resorts',
      ),
    }),
    season_to: field.integer(text('季节止（月）', 'Season until (month)'), month),
    ahead_days: field.integer(text('提前生成（天）', 'Drafted ahead (days)'), {
      required: true,
      min: 0,
      max: 180,
      initial: 15,
      list: 'offered',
      section: 'rhythm',
    }),
    assignment: field.select(text('派员方式', 'Assignment'), {
      required: true,
      options: checkCycleOfficerAssignments,
      initial: 'department',
      section: 'people',
      hint: text('每家两人，只派有资格、在岗、不回避的人员', 'Two for each, certified, on duty and not recused'),
    }),
    checks: field.integer(text('已起草检查', 'Checks drafted'), { from: countOf('enforcement/check', 'cycle_id') }),
    last_run: field.datetime(text('上次生成', 'Last run'), { write: 'server', section: 'people' }),
    next_on: field.date(text('下个周期', 'Next period'), { write: 'server', section: 'people' }),
  },
  life: lifecycle({
    initial: 'draft',
    states: {
      draft: { ...text('起草中', 'Draft'), tone: 'muted' },
      active: { ...text('已启用', 'Active'), tone: 'good', editable: false, deletable: false },
      paused: { ...text('已暂停', 'Paused'), tone: 'warning', deletable: false },
      ended: { ...text('已结束', 'Ended'), tone: 'muted', editable: false, deletable: false, final: true },
    },
    moves: {
      activate: {
        from: ['draft', 'paused'],
        to: 'active',
        label: text('启用', 'Switch on'),
        tone: 'primary',
        emits: 'activated',
        effect: text(
          '每日凌晨三点按周期起草检查任务，仍须逐项审批。启用前请查看下方的预览。',
          'Checks are drafted at three every night and still need approval one by one. See the preview below first.',
        ),
      },
      pause: { from: ['active'], to: 'paused', label: text('暂停', 'Pause'), emits: 'paused' },
      end: {
        from: ['active', 'paused'],
        to: 'ended',
        label: text('结束', 'End'),
        tone: 'danger',
        emits: 'ended',
        input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }) },
      },
    },
  }),
});
export interface RecurringCheckCycle extends Row<typeof recurringCheckCycle> {}
