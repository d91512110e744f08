import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

const link = {
  ...text('评价地址', 'Address of the evaluation page'),
  sample: 'https://wl.example.gov.cn/evaluate/4fGh2',
  needed: true,
} as const;

/** To a complainant when the complaint is closed. */
export const complaintEvaluationRequested = messageTemplate({
  code: 'complaint_evaluation',
  urgency: 'notice',
  label: text('请评价投诉办理', 'Evaluate how a complaint was handled'),
  text: text(
    '您的投诉 {no} 已办结，请匿名评价办理情况（15 日内有效，一次）：{link}',
    'Your complaint {no} is closed. Tell us anonymously how it was handled (valid for 15 days, once): {link}',
  ),
  places: { no: { ...text('投诉编号', 'Complaint number'), sample: 'TS2026112900001', needed: true }, link },
});

/** To the enterprise. */
export const evaluationReceived = messageTemplate({
  code: 'evaluation_shown',
  inbox: 'system',
  label: text('收到评价', 'Evaluation received'),
  text: text(
    '贵单位收到一条评价，总体 {overall} 分，可答复一次。',
    'You received an evaluation: {overall} of 5. You can answer once.',
  ),
  places: { overall: { ...text('总体评分', 'Overall score'), sample: '4' } },
});
