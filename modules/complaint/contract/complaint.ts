import type { Row } from '#kernel/declaration/resource.ts';
import { resource } from '#kernel/resource/resource.ts';
import { text } from '#kernel/text/text.ts';
import { complaintFields } from './complaint-fields.ts';
import { complaintLife } from './complaint-life.ts';
import { reportedStates } from './complaint-states.ts';

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
      on: ['status', ...reportedStates],
    },
  },
  nodes: { contact: text('查看投诉人信息', 'See who complained') },
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
    'ext_due_on',
    'category',
    'respondent_name',
    'shown_name',
    'channel',
    'filed_on',
    'urgent',
    'demanded',
    'area_code',
  ],
  measures: {
    complaints: {
      label: text('投诉', 'Complaints'),
      by: ['category', 'status', 'channel', 'responsibility', 'outcome', 'area_code'],
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
      percent: { where: [['accepted_late', '=', '0']] },
      by: ['category', 'channel', 'area_code'],
      at: 'filed_on',
      where: [['status', 'NOT IN', ['registered', 'need_material', 'merged']]],
    },
    settled: {
      label: text('调解成功率（%）', 'Settled (%)'),
      percent: { where: [['outcome', 'IN', ['agreed', 'reconciled']]] },
      by: ['category', 'channel', 'area_code'],
      at: 'filed_on',
      where: [['outcome', 'NOT NULL']],
    },
  },
  fields: complaintFields,
  life: complaintLife,
});
export interface Complaint extends Row<typeof complaint> {}
