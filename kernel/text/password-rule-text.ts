import { text } from './text.ts';

/** Message for an invalid password. The sign-in page uses it too and does not load the catalogue of messages. */
export const passwordRuleText = text(
  '密码须为 6 到 32 个字符，不能包含 & < > " \'',
  'The password must have 6 to 32 characters, without & < > " or \'',
);
