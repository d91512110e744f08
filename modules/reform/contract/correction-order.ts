import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { countOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import {
  extensionStates,
  mostProblems,
  noticeServiceWays,
  onsiteSeverities,
  orderKinds,
  orderSources,
  termDays,
} from './correction-order-kinds-sources-and-limits.ts';
import { correctionOrderLifecycle } from './correction-order-lifecycle.ts';

const server = { write: 'server' } as const;
const handles = ['index', 'export', 'read', 'submit', 'requestExtension'] as const;

/**
 * An order to correct problems (domain reference §2.J `enf_reform`), from the notice to the review of what the
 * enterprise did. Until it is issued it has no recipient, so that only officers see it.
 */
export const order = resource({
  name: 'reform/order',
  label: text('责令改正', 'Correction orders'),
  icon: 'tool',
  title: 'no',
  heading: ['enterprise_id', ['due_on', text('{n} 前改正', 'by {n}')]],
  scope: 'area',
  partOf: 'recipient_id',
  order: ['id', 'desc'],
  codes: { no: '' },
  members: { owner: handles, operator: handles, viewer: ['index'] },
  nodes: { lead: text('代为复核（队长）', 'Review in place of its officers (squad leader)') },
  chained: [
    'issue',
    'read',
    'serve',
    'correctOnSpot',
    'submit',
    'return',
    'approve',
    'passOnsite',
    'failOnsite',
    'reissue',
    'grantExtension',
    'lapse',
    'escalate',
    'close',
    'cancel',
  ],
  sections: {
    order: text('责令改正', 'Order'),
    service: text('送达', 'Service'),
    progress: text('整改进展', 'Progress'),
  },
  listed: [
    'no',
    'status',
    'enterprise_id',
    'kind',
    'due_on',
    'late',
    'problem_count',
    'severe_count',
    'extension',
    'source',
    'issued_on',
    'closed_on',
    'area_code',
    'due_at',
  ],
  measures: {
    orders: {
      label: text('责令改正', 'Correction orders'),
      by: ['status', 'kind', 'late', 'source', 'area_code'],
      at: 'issued_on',
      where: [['status', '<>', 'draft']],
    },
    on_time: {
      label: text('按期整改率（%）', 'Corrected on time (%)'),
      // what ended as a case was not corrected, in time or otherwise
      percent: {
        where: [
          ['status', '=', 'closed'],
          ['late', '=', '0'],
        ],
      },
      by: ['kind', 'source', 'area_code'],
      at: 'issued_on',
      where: [['status', 'IN', ['closed', 'overdue', 'escalated']]],
    },
    days: {
      label: text('平均整改用时（天）', 'Days taken on average'),
      mean: 'days_used',
      by: ['kind', 'source', 'area_code'],
      at: 'closed_on',
      where: [['status', '=', 'closed']],
    },
  },
  fields: {
    no: field.identifier(text('整改编号', 'Order number'), {
      number: { pattern: 'ZG{yyyy}{seq:6}', on: 'issue', gapless: true },
      search: true,
      unique: true,
      section: 'order',
    }),
    enterprise_id: field.reference(text('企业', 'Enterprise'), {
      to: 'enterprise/enterprise',
      required: true,
      search: true,
      section: 'order',
    }),
    // the enterprise, once the order is issued: its people see the order from then on
    recipient_id: field.reference(text('受送达人', 'Recipient'), {
      ...server,
      to: 'enterprise/enterprise',
      related: false,
      list: 'never',
      filter: false,
    }),
    source: field.select(text('来源', 'Source'), {
      required: true,
      options: orderSources,
      initial: 'patrol',
      section: 'order',
    }),
    source_no: field.identifier(text('来源编号', 'Number of the source'), {
      max: 60,
      search: true,
      list: 'offered',
      section: 'order',
      shownWhen: { by: 'source', of: ['check', 'complaint', 'case'] },
      requiredWhen: { by: 'source', of: ['complaint', 'case'] },
      hint: text('投诉、案件或检查任务的编号', 'Number of the complaint, case or check'),
    }),
    check_id: field.reference(text('检查任务', 'Check'), {
      ...server,
      to: 'enforcement/check',
      list: 'offered',
      section: 'order',
    }),
    officers: field.references(text('执法人员', 'Officers'), {
      to: 'library/officer',
      reach: 'area',
      required: true,
      related: false,
      max: 6,
      list: 'offered',
      section: 'order',
      hint: text('不得少于两人（行政处罚法第四十二条）', 'At least two (Administrative Penalty Law, Art. 42)'),
    }),
    kind: field.select(text('改正方式', 'Kind'), {
      required: true,
      options: orderKinds,
      initial: 'within_term',
      section: 'order',
    }),
    term_days: field.integer(text('改正期限（天）', 'Term (days)'), {
      min: termDays.least,
      max: termDays.most,
      initial: termDays.usual,
      list: 'offered',
      section: 'order',
      shownWhen: { by: 'kind', of: ['within_term'] },
      requiredWhen: { by: 'kind', of: ['within_term'] },
      hint: text(
        '自制发的次日起算；最后一日不是工作日的，顺延至下一个工作日',
        'Counted from the day after issue; if the last day is no working day, it ends on the next one',
      ),
    }),
    problems: field.rows(text('整改问题', 'Problems'), { of: 'reform/problem', max: mostProblems, section: 'order' }),
    problem_count: field.integer(text('问题数', 'Problems'), {
      from: countOf('reform/problem', 'order_id'),
      section: 'order',
    }),
    severe_count: field.integer(text('较重以上问题', 'Serious problems'), {
      from: countOf('reform/problem', 'order_id', [['severity', 'IN', onsiteSeverities]]),
      section: 'order',
    }),
    unanswered: field.integer(text('缺整改后照片的问题', 'Problems without pictures after'), {
      from: countOf('reform/problem', 'order_id', [['answered', '=', '0']]),
      list: 'offered',
      section: 'progress',
    }),
    notice_no: field.identifier(text('责令改正通知书文号', 'Number of the notice'), {
      ...server,
      search: true,
      list: 'offered',
      section: 'service',
    }),
    issued_on: field.date(text('下达日期', 'Issued on'), { ...server, section: 'service' }),
    issued_at: field.datetime(text('下达时间', 'Issued at'), { ...server, list: 'offered', section: 'service' }),
    officer_names: field.text(text('执法人员及执法证号', 'Officers and certificates'), {
      ...server,
      max: 300,
      list: 'offered',
      section: 'service',
    }),
    service: field.select(text('送达方式', 'Way of service'), {
      ...server,
      options: noticeServiceWays,
      list: 'offered',
      section: 'service',
    }),
    read_at: field.datetime(text('签收时间', 'Received at'), { ...server, list: 'offered', section: 'service' }),
    received_by: field.text(text('签收人', 'Received by'), { ...server, max: 60, list: 'offered', section: 'service' }),
    due_on: field.date(text('改正截止日', 'To be corrected by'), { ...server, section: 'progress' }),
    late: field.switch(text('曾逾期', 'Was overdue'), { ...server, alarms: true, section: 'progress' }),
    late_round: field.integer(text('首次逾期的提交次数', 'Submission that was late first'), {
      ...server,
      list: 'never',
      filter: false,
    }),
    second: field.switch(text('再次责令', 'Second order'), {
      ...server,
      alarms: true,
      list: 'offered',
      section: 'progress',
    }),
    extension: field.select(text('延期', 'Extension'), { ...server, options: extensionStates, section: 'progress' }),
    extension_days: field.integer(text('申请延期天数', 'Days requested'), {
      ...server,
      list: 'offered',
      section: 'progress',
    }),
    extension_reason: field.textarea(text('延期理由', 'Reason for extension'), {
      ...server,
      list: 'offered',
      section: 'progress',
    }),
    statement: field.textarea(text('整改情况说明', 'What was done'), {
      ...server,
      list: 'offered',
      section: 'progress',
    }),
    submitted_at: field.datetime(text('提交时间', 'Submitted at'), { ...server, list: 'offered', section: 'progress' }),
    rounds: field.integer(text('提交次数', 'Submissions'), {
      ...server,
      list: 'offered',
      section: 'progress',
      quantity: true,
    }),
    reviewed_by: field.reference(text('复核人', 'Reviewed by'), {
      ...server,
      to: 'auth/admin',
      reach: 'all',
      related: false,
      list: 'offered',
      section: 'progress',
      reads: 'approve',
    }),
    reviewed_at: field.datetime(text('复核时间', 'Reviewed at'), { ...server, list: 'offered', section: 'progress' }),
    closed_on: field.date(text('办结日期', 'Closed on'), { ...server, section: 'progress' }),
    days_used: field.integer(text('整改用时（天）', 'Days taken'), {
      ...server,
      list: 'offered',
      section: 'progress',
    }),
    area_code: field.area(text('地区', 'Area'), { ...server, section: 'order' }),
  },
  life: correctionOrderLifecycle,
});
export interface Order extends Row<typeof order> {}
