import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';
import { capacityMeasures } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';

const bothSides = ['admin', 'member'] as const;
const closed = { deletable: false, editable: false } as const;

/** Warnings that are still being handled. */
export const openWarningStates = ['raised', 'confirmed', 'controlling'] as const;
export type OpenWarningState = (typeof openWarningStates)[number];
const open = openWarningStates;

const measures = field.checkbox(text('措施', 'Measures'), { required: true, optionList: capacityMeasures, max: 8 });
const optionalMeasures = field.checkbox(text('措施', 'Measures'), { optionList: capacityMeasures, max: 8 });
const reason = field.textarea(text('说明', 'Remark'), { max: 500 });
const turned_away = field.integer(text('本次劝返人数', 'Turned away this time'), { min: 0, max: 1_000_000 });

/**
 * From reaching the level to the report (domain reference §2.G): the spot confirms within ten minutes and acts; the level follows the flow, and below it the warning is cleared and accounted for.
 */
export const crowdWarningLifecycle = lifecycle({
  initial: 'raised',
  states: {
    raised: { ...text('待确认', 'Raised'), tone: 'bad', ...closed },
    confirmed: { ...text('已确认', 'Confirmed'), tone: 'warning', ...closed },
    controlling: { ...text('管控中', 'Controlling'), tone: 'progress', ...closed },
    cleared: { ...text('已解除', 'Cleared'), tone: 'good', ...closed },
    ended: { ...text('已结束', 'Ended'), tone: 'muted', ...closed, final: true },
    reviewed: { ...text('已复盘', 'Reviewed'), tone: 'muted', ...closed, final: true },
  },
  clocks: {
    confirm: {
      ...text('景区确认', 'Confirmation by the spot'),
      rule: 'scenic_confirm',
      in: ['raised'],
      from: 'requested_at',
      urgent: true,
      served: true,
    },
    report: { ...text('事后报告', 'Report afterwards'), rule: 'scenic_report', in: ['cleared'], served: true },
  },
  moves: {
    escalate: {
      from: open,
      to: 'raised',
      by: [],
      label: text('升级', 'Raised further'),
      emits: 'escalated',
      starts: ['confirm'],
    },
    alarm: {
      from: ['raised'],
      by: [],
      label: text('提请确认', 'Ask for confirmation'),
      starts: ['confirm'],
    },
    confirm: {
      from: ['raised'],
      to: 'confirmed',
      by: bothSides,
      label: text('确认', 'Confirm'),
      tone: 'primary',
      emits: 'confirmed',
      stamps: ['confirmed_at'],
      settles: true,
      input: { measures, reason },
      effect: text(
        '10 分钟内未确认的，短信告知负责人。',
        'Leaders are notified if nobody confirms within ten minutes.',
      ),
    },
    control: {
      from: ['confirmed'],
      to: 'controlling',
      by: bothSides,
      label: text('实施管控', 'Begin to control'),
      tone: 'primary',
      emits: 'controlling',
      stamps: ['controlled_at'],
      input: { measures, turned_away, reason },
    },
    act: {
      from: ['confirmed', 'controlling'],
      by: bothSides,
      label: text('登记措施', 'Record measures taken'),
      emits: 'acted',
      input: {
        measures: optionalMeasures,
        turned_away,
        reason: field.textarea(text('做了什么', 'What was done'), { required: true, min: 2, max: 500 }),
      },
    },
    logCall: {
      from: ['raised', 'confirmed', 'controlling', 'cleared'],
      label: text('登记电话', 'Write down a call'),
      emits: 'called',
      stamps: ['called_at'],
      input: {
        called: field.text(text('通话人', 'Whom'), { required: true, min: 2, max: 60 }),
        reason: field.textarea(text('通话内容', 'What was said'), { required: true, min: 2, max: 500 }),
      },
    },
    announce: {
      from: ['raised', 'confirmed', 'controlling'],
      label: text('发布公告', 'Publish a notice'),
      emits: 'announced',
      stamps: ['announced_at'],
      input: {
        notice: field.textarea(text('公告', 'Notice'), { required: true, min: 5, max: 300, screened: true }),
        notice_en: field.textarea(text('英文公告', 'The same in English'), { required: true, min: 5, max: 600 }),
      },
      effect: text(
        '公众页面立即显示，解除时自动撤下。',
        'The public page shows it at once, until the warning is cleared.',
      ),
    },
    clear: {
      from: open,
      to: 'cleared',
      by: [],
      label: text('解除', 'Clear'),
      emits: 'cleared',
      stamps: ['cleared_at'],
      settles: true,
    },
    // of a forecast: the level was reached, which is another warning, or is not expected any more. There is nothing to report
    end: {
      from: open,
      to: 'ended',
      by: [],
      label: text('预测结束', 'End of the forecast'),
      emits: 'ended',
      stamps: ['cleared_at'],
      settles: true,
    },
    account: {
      from: ['cleared'],
      by: bothSides,
      label: text('提交报告', 'Hand in the report'),
      tone: 'primary',
      emits: 'accounted',
      stamps: ['accounted_at'],
      input: {
        account: field.textarea(text('经过与措施', 'Course and measures'), { required: true, min: 10, max: 3000 }),
        lessons: field.textarea(text('改进', 'What will be better'), { max: 2000 }),
      },
    },
    review: {
      from: ['cleared'],
      to: 'reviewed',
      label: text('复盘', 'Review'),
      tone: 'primary',
      emits: 'reviewed',
      stamps: ['reviewed_at', 'reviewed_by'],
      when: [{ if: [['account', 'NOT NULL']], else: text('尚未提交报告', 'There is no report yet') }],
      input: { verdict: field.textarea(text('复盘意见', 'Verdict'), { required: true, min: 2, max: 1000 }) },
    },
  },
});
