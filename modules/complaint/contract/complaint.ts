import type { Row } from '#kernel/declaration/resource.ts';
import { resource } from '#kernel/resource/resource.ts';
import { text } from '#kernel/text/text.ts';
import { complaintFields } from './complaint-fields.ts';
import { complaintLife } from './complaint-life.ts';

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
    'category',
    'respondent_name',
    'shown_name',
    'channel',
    'filed_on',
    'urgent',
    'demanded',
    'area_code',
    'due_at',
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
