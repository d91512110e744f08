import { expect, it } from 'vitest';
import { messageForWrongMobileOrEmail } from './wrong-mobile-or-email-message-with-other-way-to-get-code.ts';

it('says which numbers get a code, and what is left to somebody who has none of them', () => {
  const plain = messageForWrongMobileOrEmail('mobile', ['mobile'], undefined, 'zh-cn');
  expect(plain).toMatch(/中国大陆手机号（11 位.*不能发往其他号码$/);
  const called = messageForWrongMobileOrEmail('mobile', ['mobile'], '12345', 'en');
  expect(called).toMatch(/mainland China \(11 digits.*call 12345$/);
  const byMail = messageForWrongMobileOrEmail('mobile', ['mobile', 'email'], '12345', 'zh-cn');
  expect(byMail).toMatch(/中国大陆手机号.*改用邮箱接收$/);
  expect(messageForWrongMobileOrEmail('email', ['mobile', 'email'], '12345', 'en')).not.toMatch(/12345|mobile/);
});
