import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

const title = { ...text('标题', 'Title'), sample: '某景区停车场被指乱收费' } as const;

export const opinionAlertRaised = messageTemplate({
  code: 'opinion_alert_raised',
  urgency: 'alert',
  inbox: 'todo',
  label: text('舆情预警', 'Alert of public opinion'),
  text: text(
    '{level}色舆情预警：{title}。{reason}，请尽快研判。',
    'Alert of public opinion ({level}): {title}. {reason}. Please triage it.',
  ),
  places: {
    level: { ...text('等级', 'Level'), sample: '橙', needed: true },
    title,
    reason: { ...text('触发原因', 'Reason'), sample: '24 小时内 12 条，负面 75%' },
  },
});

export const opinionAlertDispatched = messageTemplate({
  code: 'opinion_alert_dispatched',
  inbox: 'todo',
  label: text('舆情核查', 'Alert to verify'),
  text: text('请核查舆情：{title}。', 'Please verify: {title}.'),
  places: { title },
});

export const opinionResponseToApprove = messageTemplate({
  code: 'opinion_response_drafted',
  inbox: 'todo',
  label: text('回应稿待批准', 'Response to approve'),
  text: text('舆情“{title}”的回应稿待批准。', 'The response to “{title}” waits for approval.'),
  places: { title },
});
