import { text } from './text.ts';

/**
 * The message for an invalid password. It has a file of its own, because the sign-in page uses it without loading all
 * messages.
 */
export const passwordRuleText = text(
  '密码须为 6 到 32 个字符，不能包含 & < > " \'',
  'The password must have 6 to 32 characters, without & < > " or \'',
);
