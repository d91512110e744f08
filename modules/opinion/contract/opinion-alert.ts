import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { opinionLevels } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { alertFindings, alertVerdicts } from './opinion-alert-verdicts-findings-and-levels.ts';
import { opinionAlertLifecycle } from './opinion-alert-verification-and-response-lifecycle.ts';

const server = { write: 'server' } as const;
const handling = { ...server, section: 'handling', list: 'offered' } as const;

/** A topic that somebody has to act on (domain reference §2.M `opn_alert`). Rules raise it, or an officer does. */
export const opinionAlert = resource({
  name: 'opinion/alert',
  label: text('舆情预警', 'Alerts'),
  icon: 'alert',
  title: 'no',
  heading: ['level', 'title'],
  scope: 'area',
  actions: ['index', 'add', 'edit', 'export'],
  order: ['id', 'desc'],
  codes: { no: '' },
  handler: 'handler_id',
  stamps: ['raised_at'],
  sections: {
    matter: text('舆情', 'Matter'),
    handling: text('处置', 'Handling'),
    response: text('回应', 'Response'),
    links: text('关联', 'Linked'),
  },
  listed: ['no', 'level', 'title', 'status', 'due_at', 'raised_at', 'handler_id', 'enterprise_id', 'area_code'],
  measures: {
    opinion_alerts: {
      label: text('舆情预警', 'Alerts'),
      by: ['level', 'status', 'finding', 'area_code'],
      at: 'raised_at',
    },
  },
  fields: {
    no: field.identifier(text('预警编号', 'Number'), {
      number: 'YQ{yyyy}{seq:5}',
      search: true,
      unique: true,
      section: 'matter',
    }),
    title: field.text(text('标题', 'Title'), { required: true, max: 200, search: true, section: 'matter' }),
    level: field.radio(text('等级', 'Level'), {
      required: true,
      optionList: opinionLevels,
      section: 'matter',
      hint: text(
        '首次回应：红 30 分钟、橙 2 小时、黄 8 小时、蓝 24 小时',
        'First response: red 30 minutes, orange 2 hours, yellow 8, blue 24',
      ),
    }),
    topic_id: field.reference(text('话题', 'Topic'), {
      to: 'opinion/topic',
      required: true,
      write: 'add',
      section: 'matter',
    }),
    rule_id: field.reference(text('触发规则', 'Raised by rule'), {
      ...server,
      to: 'opinion/rule',
      reach: 'all',
      list: 'offered',
      section: 'matter',
    }),
    raised_for: field.text(text('触发原因', 'Raised because'), {
      ...server,
      max: 300,
      english: 'raised_for_en',
      list: 'offered',
      section: 'matter',
    }),
    raised_at: field.datetime(text('触发时间', 'Raised'), { ...server, section: 'matter' }),
    enterprise_id: field.reference(text('涉及企业', 'Enterprise'), { to: 'enterprise/enterprise', section: 'matter' }),
    area_code: field.area(text('地区', 'Area'), { required: true, section: 'matter' }),
    verdict: field.select(text('研判结论', 'Verdict'), { ...handling, options: alertVerdicts }),
    handler_id: field.reference(text('承办人', 'Handler'), {
      ...server,
      to: 'auth/admin',
      reach: 'all',
      related: false,
      section: 'handling',
    }),
    finding: field.select(text('核查结果', 'Finding'), { ...handling, options: alertFindings }),
    finding_note: field.textarea(text('核查情况', 'What was found'), { ...handling, max: 2000 }),
    response_text: field.textarea(text('回应稿', 'Response'), {
      ...server,
      max: 2000,
      list: 'offered',
      section: 'response',
    }),
    drafted_at: field.datetime(text('起草时间', 'Drafted'), { ...server, list: 'offered', section: 'response' }),
    drafted_by: field.reference(text('起草人', 'Drafted by'), {
      ...server,
      to: 'auth/admin',
      reach: 'all',
      related: false,
      list: 'offered',
      section: 'response',
    }),
    approved_at: field.datetime(text('批准时间', 'Approved'), { ...server, list: 'offered', section: 'response' }),
    approved_by: field.reference(text('批准人', 'Approved by'), {
      ...server,
      to: 'auth/admin',
      reach: 'all',
      related: false,
      list: 'offered',
      section: 'response',
    }),
    responded_at: field.datetime(text('回应时间', 'Responded'), { ...server, list: 'offered', section: 'response' }),
    responded_via: field.text(text('发布渠道或链接', 'Published at'), {
      ...server,
      max: 300,
      list: 'offered',
      section: 'response',
    }),
    monitored_from: field.datetime(text('开始跟踪', 'Monitored from'), handling),
    result: field.textarea(text('处置结果', 'Result'), { ...handling, max: 2000 }),
    closed_at: field.datetime(text('办结时间', 'Closed'), handling),
    complaint_id: field.reference(text('关联投诉', 'Complaint'), {
      to: 'complaint/complaint',
      list: 'offered',
      section: 'links',
    }),
    check_id: field.reference(text('关联检查', 'Check'), {
      to: 'enforcement/check',
      list: 'offered',
      section: 'links',
    }),
  },
  life: opinionAlertLifecycle,
});
export interface OpinionAlert extends Row<typeof opinionAlert> {}
