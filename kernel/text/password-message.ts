import { text } from './text.ts';

/** What is said of one that is not, also by the sign-in page, which comes without the catalogue of messages. */
export const invalidPassword = text(
  '密码须为 6 到 32 个字符，不能包含 & < > " \'',
  'The password must have 6 to 32 characters, without & < > " or \'',
);
