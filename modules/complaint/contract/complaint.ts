import type { Row } from '#kernel/declaration/resource.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { complaintLifecycle } from './complaint-lifecycle.ts';
import { complaintStatesReportedToReferringOffice } from './complaint-states.ts';
import { complaintFields } from './fields-of-complaint-record.ts';

/** What members of the respondent do with complaints about it. */
const answers = ['index', 'export', 'answer'] as const;

/**
 * A complaint of a tourist (domain reference §2.L `cmp_complaint`). The respondent sees it once it is notified, without the
 * contact of the complainant.
 */
export const complaint = resource({
  name: 'complaint/complaint',
  label: text('旅游投诉', 'Complaints'),
  icon: 'message',
  title: 'no',
  heading: ['respondent_name', 'category'],
  subtitle: ['no', 'filed_on'],
  scope: 'area',
  partOf: 'recipient_id',
  order: ['id', 'desc'],
  codes: { no: '/complaint/' },
  handler: 'handler_id',
  members: { owner: answers, operator: answers, viewer: ['index'] },
  acts: {
    reportResults: {
      label: text('回填转办单位', 'Report results'),
      confirm: text(
        '生成 {n} 件投诉的办理结果表，回填转办单位？',
        'Write a sheet with {n} {n|result|results} for the referring office?',
      ),
      done: text('结果表完成后在“任务”中下载', 'The sheet will be among your jobs'),
      on: ['status', ...complaintStatesReportedToReferringOffice],
    },
  },
  nodes: { contact: text('查看投诉人信息', 'View the complainant') },
  chained: [
    'add',
    'accept',
    'reject',
    'transfer',
    'needMaterial',
    'supplement',
    'merge',
    'notify',
    'answer',
    'invite',
    'answerInvitation',
    'agree',
    'denyFulfilment',
    'terminate',
    'withdraw',
    'reconcile',
    'fulfil',
    'fulfilFromDeposit',
    'close',
    'reopen',
    'toEnforcement',
  ],
  sections: {
    complainant: text('投诉人', 'Complainant'),
    respondent: text('被投诉人', 'Respondent'),
    matter: text('投诉事项', 'Matter'),
    handling: text('办理', 'Handling'),
    answer: text('答复', 'Answer'),
    end: text('结果', 'Outcome'),
  },
  listed: [
    'no',
    'status',
    'turn',
    'due_at',
    'category',
    'respondent_name',
    'shown_name',
    'ext_due_on',
    'channel',
    'filed_on',
    'urgent',
    'demanded',
    'area_code',
  ],
  measures: {
    complaints: {
      label: text('投诉', 'Complaints'),
      by: ['category', 'status', 'channel', 'responsibility', 'outcome', 'acceptance', 'area_code'],
      at: 'filed_on',
    },
    recovered: {
      label: text('为投诉人挽回（元）', 'Recovered for complainants (CNY)'),
      sum: 'paid_amount',
      by: ['category', 'area_code'],
      at: 'filed_on',
    },
    accepted_on_time: {
      label: text('按时受理率（%）', 'Decided in time (%)'),
      percent: { where: [['acceptance', '=', 'in_time']] },
      by: ['category', 'channel', 'area_code'],
      at: 'filed_on',
      where: [['acceptance', 'NOT NULL']],
    },
    settled: {
      label: text('调解成功率（%）', 'Settled (%)'),
      percent: { where: [['outcome', 'IN', ['agreed', 'reconciled']]] },
      by: ['category', 'channel', 'area_code'],
      at: 'filed_on',
      where: [['outcome', 'NOT NULL']],
    },
    mean_days: {
      label: text('平均处理用时（天）', 'Mean days to settlement'),
      mean: 'days_used',
      by: ['category', 'channel', 'area_code'],
      at: 'settled_on',
    },
    satisfaction: {
      label: text('回访满意度', 'Satisfaction at the call'),
      mean: 'satisfaction',
      by: ['category', 'area_code'],
      at: 'closed_on',
    },
  },
  materialisedTotals: {
    filed: { at: 'filed_on', byAreaLevel: true },
    by_status: { by: ['status'] },
    by_acceptance: { by: ['acceptance'] },
    by_outcome: { by: ['outcome'] },
    by_category: { by: ['category'] },
    days_to_settlement: { sum: 'days_used', where: [['days_used', 'NOT NULL']] },
  },
  fields: complaintFields,
  life: complaintLifecycle,
});
export interface Complaint extends Row<typeof complaint> {}
