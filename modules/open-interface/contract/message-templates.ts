import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

/** To the contact of an application: whoever did not ask for it must know at once. */
export const applicationSecretIssued = messageTemplate({
  code: 'api_secret_issued',
  urgency: 'alert',
  label: text('接入密钥已签发', 'Secret of an application issued'),
  text: text(
    '应用“{name}”已于 {time} 签发新的接入密钥，原密钥七天后失效。如不知情，请立即联系主管部门。',
    'A new secret of the application “{name}” was issued at {time}. The one before ends in seven days. If you did not ask for it, contact the authority at once.',
  ),
  places: {
    name: { ...text('应用', 'Application'), sample: '市大数据共享平台', needed: true },
    time: { ...text('时间', 'Time'), sample: '2026-11-30 09:00' },
  },
});
