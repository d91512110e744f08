import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

/** E-mail to supervisors, who thereby hold the root of a day where nobody at the platform can change it. */
export const dailyEvidenceRootEmail = messageTemplate({
  code: 'evidence_daily_root',
  label: text('每日证据根', 'Daily evidence root'),
  urgency: 'news',
  text: text(
    '{day} 的证据根（SM3）为 {hash}，含 {roots} 个时段根。请妥善保存本邮件，日后可据此核验证据：{address}',
    'The evidence root of {day} (SM3) is {hash}. It covers {roots} hourly {roots|root|roots}. Keep this message: evidence can later be verified against it at {address}',
  ),
  places: {
    day: { ...text('日期', 'Day'), sample: '2026-11-27' },
    hash: {
      ...text('哈希', 'Hash'),
      sample: '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0',
      needed: true,
    },
    roots: { ...text('时段根数', 'Hourly roots'), sample: '24' },
    address: { ...text('核验地址', 'Address'), sample: 'https://example.gov.cn/verify/root/2026-11-27' },
  },
});
