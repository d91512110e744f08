import type { Row } from '#kernel/declaration/resource.ts';
import { today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { sumOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { creditGrades, enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';
import { rewardMaterials } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';
import { budgetReservingRewardStates, paidRewardStates } from './reward-application-states-paid-or-reserving-budget.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });

/**
 * A policy that rewards agencies for bringing guests (引客入X, domain reference §2.P): for whom, for what, until when, and
 * from which budget. Its terms are fixed once it is open to applications.
 */
export const rewardPolicy = resource({
  name: 'reward/policy',
  label: text('奖励政策', 'Reward policies'),
  icon: 'gift',
  title: 'name',
  scope: 'area',
  empty: text(
    '本辖区没有自订的奖励政策；上级的见“申报中”',
    'This area has no policy of its own; policies of higher authorities are under “Open for applications”',
  ),
  measures: {
    budgets: { label: text('奖励预算', 'Reward budgets'), sum: 'budget', by: ['status', 'area_code'], at: 'starts_on' },
  },
  fields: {
    name: field.text(text('政策名称', 'Policy name'), { required: true, max: 100, search: true }),
    doc_no: field.identifier(text('文号', 'Document number'), { required: true, max: 60, search: true, unique: true }),
    starts_on: field.date(text('开始日期', 'Start date'), { required: true }),
    ends_on: field.date(text('截止日期', 'End date'), { required: true }),
    budget: field.money(text('预算（元）', 'Budget (CNY)'), { required: true, min: 1 }),
    reserved: field.money(text('已占用（元）', 'Reserved (CNY)'), {
      from: sumOf('reward/application', 'policy_id', 'amount', [['status', 'IN', budgetReservingRewardStates]]),
    }),
    paid: field.money(text('已拨付（元）', 'Paid (CNY)'), {
      from: sumOf('reward/application', 'policy_id', 'amount', [['status', 'IN', paidRewardStates]]),
    }),
    eligible: field.selects(text('适用企业', 'Eligible enterprises'), {
      required: true,
      options: enterpriseTypes,
      initial: ['agency'],
    }),
    areas: field.references(text('适用地区', 'Eligible areas'), {
      to: 'system/area',
      reach: 'all',
      related: false,
      list: 'offered',
      hint: text('企业所在地；不填为不限', 'Where the enterprise is located; any if left empty'),
    }),
    credit: field.select(text('信用等级不低于', 'Minimum credit grade'), {
      options: creditGrades,
      initial: 'B',
      list: 'offered',
      hint: text(
        '不填为不限；未评级的企业可以申报，由审核人核实',
        'Any if left empty; unrated enterprises may apply and are verified by the reviewer',
      ),
    }),
    rules: field.rows(text('奖励标准', 'Reward rules'), { of: 'reward/rule', max: 60 }),
    declare_hours: field.integer(text('须提前报备（小时）', 'Advance filing (hours)'), {
      min: 0,
      max: 720,
      initial: 24,
      required: true,
      list: 'offered',
      hint: text(
        '团队出发前多少小时须报备；0 为不要求',
        'Hours before departure by which a team must be filed; 0 means not required',
      ),
    }),
    apply_days: field.integer(text('申报时限（工作日）', 'Application period (working days)'), {
      min: 1,
      max: 120,
      initial: 20,
      required: true,
      list: 'offered',
      hint: text('自行程结束次日起计', 'Counted from the day after the trip ends'),
    }),
    partial: field.switch(text('预算不足时部分支付', 'Pay partially when the budget is insufficient'), {
      initial: '0',
      list: 'offered',
    }),
    materials: field.selects(text('须交材料', 'Required documents'), { optionList: rewardMaterials, list: 'offered' }),
    text: field.file(text('政策文件', 'Policy document'), { accept: 'pdf,ofd,jpg,jpeg,png', list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
  },
  life: lifecycle({
    initial: 'draft',
    states: {
      draft: { ...text('起草中', 'Draft'), tone: 'muted' },
      open: { ...text('申报中', 'Open for applications'), tone: 'good', editable: ['text'] },
      closed: { ...text('已截止', 'Closed'), tone: 'warning', editable: ['text'] },
      settled: { ...text('已结算', 'Settled'), tone: 'muted', final: true, editable: false },
    },
    moves: {
      publish: {
        from: ['draft'],
        to: 'open',
        label: text('发布并开放申报', 'Publish and open'),
        tone: 'primary',
        emits: 'published',
        when: [{ if: [['ends_on', '>=', today]], else: text('截止日期已过', 'The end date has passed') }],
        effect: text(
          '发布后奖励标准与预算不再修改，企业即可报备和申报。',
          'After publication the rules and budget cannot be changed; enterprises can file and apply.',
        ),
      },
      close: {
        from: ['open'],
        to: 'closed',
        label: text('截止申报', 'Close applications'),
        emits: 'closed',
        input: { reason },
      },
      reopen: { from: ['closed'], to: 'open', label: text('重新开放', 'Reopen'), input: { reason } },
      settle: {
        from: ['closed'],
        to: 'settled',
        label: text('结算', 'Settle'),
        emits: 'settled',
        effect: text('不再有待审、待拨付的申报时方可结算。', 'Only when no application awaits review or payment.'),
      },
    },
  }),
});
export interface RewardPolicy extends Row<typeof rewardPolicy> {}
