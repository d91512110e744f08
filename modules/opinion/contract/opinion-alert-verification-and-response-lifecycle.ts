import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';
import { alertFindings, alertVerdicts } from './opinion-alert-verdicts-findings-and-levels.ts';

const remark = field.textarea(text('说明', 'Remark'), { max: 500 });
const closed = { deletable: false } as const;

/** From the rule that raises an alert to its end after 72 hours of monitoring (domain reference §2.M). */
export const opinionAlertLifecycle = lifecycle({
  initial: 'new',
  states: {
    new: { ...text('待研判', 'New'), tone: 'bad', ...closed },
    triaged: { ...text('已研判', 'Triaged'), tone: 'warning', ...closed },
    assigned: { ...text('核查中', 'Being verified'), tone: 'progress', ...closed },
    verified: { ...text('待回应', 'Verified'), tone: 'warning', ...closed },
    responded: { ...text('已回应', 'Responded'), tone: 'progress', ...closed },
    monitoring: { ...text('跟踪中', 'Monitoring'), tone: 'progress', ...closed },
    closed: { ...text('已办结', 'Closed'), tone: 'good', editable: false, deletable: false, final: true },
  },
  clocks: {
    response: {
      ...text('首次回应期限', 'First response'),
      rule: 'opinion_response_blue',
      ruleBy: {
        field: 'level',
        rules: {
          yellow: 'opinion_response_yellow',
          orange: 'opinion_response_orange',
          red: 'opinion_response_red',
        },
      },
      in: ['new', 'triaged', 'assigned', 'verified'],
      from: 'raised_at',
    },
    monitoring: {
      ...text('跟踪期', 'Monitoring'),
      rule: 'opinion_monitoring',
      in: ['monitoring'],
      from: 'monitored_from',
    },
  },
  moves: {
    triage: {
      from: ['new'],
      to: 'triaged',
      label: text('研判', 'Triage'),
      tone: 'primary',
      settles: true,
      input: {
        verdict: field.radio(text('研判结论', 'Verdict'), { required: true, options: alertVerdicts }),
        remark,
      },
    },
    dispatch: {
      from: ['triaged', 'assigned'],
      to: 'assigned',
      label: text('交办', 'Assign for verification'),
      tone: 'primary',
      emits: 'dispatched',
      when: [
        {
          if: [['verdict', '=', 'alert']],
          else: text('研判为需处置的才交办', 'Only alerts that need action are assigned'),
        },
      ],
      input: {
        handler_id: field.reference(text('承办人', 'Handler'), { to: 'auth/admin', reach: 'area', required: true }),
        remark,
      },
    },
    verify: {
      from: ['assigned'],
      to: 'verified',
      label: text('登记核查结果', 'Record the findings'),
      tone: 'primary',
      input: {
        finding: field.radio(text('核查结果', 'Finding'), { required: true, options: alertFindings }),
        finding_note: field.textarea(text('核查情况', 'What was found'), { required: true, min: 5, max: 2000 }),
      },
    },
    draftResponse: {
      from: ['verified'],
      label: text('起草回应', 'Draft the response'),
      stamps: ['drafted_at', 'drafted_by'],
      input: {
        response_text: field.textarea(text('回应稿', 'Response'), { required: true, min: 10, max: 2000 }),
      },
      effect: text('须由他人批准后才能发布。', 'Another officer approves it before it goes out.'),
    },
    approveResponse: {
      from: ['verified'],
      label: text('批准回应', 'Approve the response'),
      tone: 'primary',
      stamps: ['approved_at', 'approved_by'],
      byAnother: {
        than: 'drafted_by',
        else: text('起草人不能批准自己的回应稿', 'Who drafted the response cannot approve it'),
      },
      when: [
        { if: [['response_text', 'NOT NULL']], else: text('还没有回应稿', 'There is no draft of a response') },
        { if: [['approved_at', 'NULL']], else: text('回应稿已批准', 'The response is approved'), quiet: true },
      ],
    },
    returnResponse: {
      from: ['verified'],
      label: text('退回修改', 'Return the response'),
      when: [{ if: [['response_text', 'NOT NULL']], else: text('还没有回应稿', 'There is no draft of a response') }],
      input: { reason: field.textarea(text('修改意见', 'What to change'), { required: true, min: 2, max: 500 }) },
    },
    respond: {
      from: ['verified'],
      to: 'responded',
      label: text('发布回应', 'Publish the response'),
      tone: 'primary',
      emits: 'responded',
      stamps: ['responded_at'],
      when: [{ if: [['approved_at', 'NOT NULL']], else: text('回应稿尚未批准', 'The response has not been approved') }],
      input: {
        responded_via: field.text(text('发布渠道或链接', 'Published at'), { required: true, max: 300 }),
      },
    },
    monitor: {
      from: ['responded'],
      to: 'monitoring',
      label: text('开始跟踪', 'Begin monitoring'),
      tone: 'primary',
      stamps: ['monitored_from'],
    },
    toEnforcement: {
      from: ['assigned', 'verified', 'responded', 'monitoring'],
      label: text('移送执法线索', 'Pass to enforcement'),
      emits: 'passed_to_enforcement',
      locks: 'id',
      when: [
        {
          if: [['enterprise_id', 'NOT NULL']],
          else: text('未关联企业，不能移送', 'No enterprise is linked'),
        },
        { if: [['check_id', 'NULL']], else: text('已移送执法', 'Passed to enforcement already'), quiet: true },
      ],
      input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }) },
      effect: text('起草一次对该企业的检查。', 'Drafts a check of the enterprise.'),
    },
    close: {
      from: ['triaged', 'monitoring'],
      to: 'closed',
      label: text('办结', 'Close'),
      tone: 'primary',
      emits: 'closed',
      settles: true,
      stamps: ['closed_at'],
      when: [
        {
          if: [['status', '=', 'monitoring']],
          or: [['verdict', 'IN', ['watch', 'noise']]],
          else: text('需处置的舆情回应并跟踪后办结', 'What is to be handled is closed after response and monitoring'),
        },
      ],
      input: {
        result: field.textarea(text('处置结果', 'Result'), { required: true, min: 5, max: 2000 }),
        early_reason: field.textarea(text('提前结束跟踪的理由', 'Why monitoring ends early'), {
          max: 500,
          hint: text('跟踪未满 72 小时的须说明', 'Needed before 72 hours of monitoring are over'),
        }),
      },
    },
  },
});
