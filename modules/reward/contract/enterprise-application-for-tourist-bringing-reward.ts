import type { Row } from '#kernel/declaration/resource.ts';
import { today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { countOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { paidRewardStates } from './reward-application-states-paid-or-reserving-budget.ts';
import { rewardKinds } from './reward-kinds-units-and-check-codes.ts';
import { rewardApplicationLifecycle } from './tourist-bringing-reward-application-lifecycle.ts';

/** Actions of the enterprise's people. The bureau decides on payments. */
const keeps = ['index', 'add', 'edit', 'del', 'declare', 'apply', 'withdraw', 'export'] as const;

/**
 * An enterprise's application for the reward of a policy for the guests it brought (domain reference §2.P
 * `rwd_application`). Guests, nights and amount are computed from the teams.
 */
export const rewardApplication = resource({
  name: 'reward/application',
  label: text('奖励申报', 'Reward applications'),
  icon: 'trophy',
  title: 'no',
  heading: ['enterprise_id', 'kind', 'period'],
  scope: 'parent',
  partOf: 'enterprise_id',
  actions: ['index', 'add', 'edit', 'del', 'export'],
  members: { owner: keeps, operator: keeps, viewer: ['index'] },
  published: {
    when: [
      ['status', 'IN', ['publicity', 'objection']],
      ['publicity_until', '>=', today],
    ],
    fields: ['no', 'enterprise_id', 'policy_id', 'kind', 'pax', 'nights', 'amount', 'published_on', 'publicity_until'],
  },
  measures: {
    claims: {
      label: text('申报金额', 'Amount applied for'),
      sum: 'claimed',
      by: ['status', 'kind'],
      at: 'applied_at',
    },
    granted: {
      label: text('核定金额', 'Approved amount'),
      sum: 'amount',
      by: ['status', 'kind'],
      at: 'applied_at',
      where: [['status', 'IN', ['approved', ...paidRewardStates]]],
    },
    guests: { label: text('奖励游客', 'Rewarded guests'), sum: 'pax', by: ['status', 'kind'], at: 'applied_at' },
  },
  fields: {
    no: field.identifier(text('申报编号', 'Application number'), {
      number: 'JL{yyyy}{seq:6}',
      search: true,
      max: 20,
      unique: true,
    }),
    policy_id: field.reference(text('奖励政策', 'Policy'), {
      to: 'reward/policy',
      required: true,
      reach: 'all',
      among: [['status', '=', 'open']],
    }),
    enterprise_id: field.reference(text('申报企业', 'Applicant enterprise'), {
      to: 'enterprise/enterprise',
      required: true,
    }),
    kind: field.select(text('类别', 'Category'), { required: true, options: rewardKinds }),
    teams: field.references(text('团队', 'Teams'), {
      to: 'travel/itinerary',
      required: true,
      list: 'offered',
      among: [['status', 'IN', ['submitted', 'confirmed', 'departed', 'finished', 'archived']]],
      hint: text('出发前报备的、或已结束的团队', 'Teams filed before departure, or already ended'),
    }),
    papers: field.rows(text('申报材料', 'Supporting documents'), { of: 'reward/paper', max: 60, list: 'offered' }),
    remark: field.textarea(text('说明', 'Remarks'), { max: 500, list: 'offered' }),
    pax: field.integer(text('计奖人数', 'Eligible guests'), { write: 'server' }),
    nights: field.integer(text('夜数', 'Nights'), { write: 'server', list: 'offered' }),
    vehicles: field.integer(text('车辆数', 'Vehicles'), { write: 'server', list: 'offered', quantity: true }),
    claimed: field.money(text('申报金额（元）', 'Amount applied for (CNY)'), { write: 'server' }),
    amount: field.money(text('核定金额（元）', 'Approved amount (CNY)'), { write: 'server' }),
    declared_at: field.datetime(text('报备时间', 'Filed in advance at'), { write: 'server', list: 'offered' }),
    applied_at: field.datetime(text('申报时间', 'Applied at'), { write: 'server', list: 'offered' }),
    period: field.text(text('申报月份', 'Month of application'), { write: 'server', max: 7, list: 'offered' }),
    round: field.integer(text('提交次数', 'Times submitted'), { write: 'server', list: 'offered' }),
    first_reviewer: field.reference(text('初审人', 'Preliminary reviewer'), {
      to: 'auth/admin',
      write: 'server',
      list: 'offered',
      related: false,
      reach: 'all',
      // applicants do not learn who decides on their application
      reads: 'pass',
    }),
    published_on: field.date(text('公示开始', 'Public notice starts'), { write: 'server', list: 'offered' }),
    publicity_until: field.date(text('公示截止', 'Public notice ends'), { write: 'server', list: 'offered' }),
    paid_on: field.date(text('拨付日期', 'Payment date'), { write: 'server', list: 'offered' }),
    payment_no: field.identifier(text('拨付凭证号', 'Payment voucher number'), {
      write: 'server',
      list: 'offered',
      max: 60,
    }),
    objections: field.integer(text('待核查异议', 'Objections pending review'), {
      from: countOf('reward/objection', 'application_id', [['status', '=', 'open']]),
      list: 'offered',
      reads: 'pass',
    }),
    to_recover: field.money(text('应缴回（元）', 'To be repaid (CNY)'), {
      write: 'server',
      list: 'offered',
      quantity: true,
    }),
    recovered: field.money(text('已缴回（元）', 'Repaid (CNY)'), { write: 'server', list: 'offered', quantity: true }),
    recovered_on: field.date(text('缴回日期', 'Repayment date'), { write: 'server', list: 'offered' }),
    recovery_no: field.identifier(text('缴款凭证号', 'Repayment voucher number'), {
      write: 'server',
      list: 'offered',
      max: 60,
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'enterprise_id' }),
  },
  life: rewardApplicationLifecycle,
});
export interface RewardApplication extends Row<typeof rewardApplication> {}
