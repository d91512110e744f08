import { isPassword } from '#kernel/check/account-and-password.ts';
import { type Text, text } from '#kernel/text/text.ts';

const shortest = 8;

const faults = {
  // the rule for every password, with the minimum length for administrators
  form: text(
    '管理员密码须为 8 到 32 个字符，不能包含 & < > " \'',
    'The administrator password must have 8 to 32 characters, without & < > " or \'',
  ),
  spaces: text('管理员密码不能包含空格', 'The administrator password must not contain spaces'),
  account: text('管理员密码不能包含用户名', 'The administrator password must not contain the username'),
  common: text('该密码过于常见，请换一个', 'This password is too common. Choose another'),
} as const satisfies Record<string, Text>;

/**
 * The fault of a new password of an administrator. The message also states the rule for every password (specification
 * §5), so that people are given one rule. Undefined: no fault.
 */
export async function findAdminPasswordFault(password: string, account: string): Promise<Text | undefined> {
  if ([...password].length < shortest || !isPassword(password)) return faults.form;
  if (/\s/u.test(password)) return faults.spaces;
  const lower = password.toLowerCase();
  if (account !== '' && lower.includes(account.toLowerCase())) return faults.account;
  common ??= readCommon();
  return (await common).has(lower) ? faults.common : undefined;
}

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * The commonest passwords found in leaks: the first ten thousand, and all others of the list that are long enough to be
 * allowed. Unpacked (some 20 ms) when the first administrator's password is set, not at the start.
 */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(
    dictionary['passwords-common'].filter((one): one is string => typeof one === 'string' && one.length >= shortest),
  );
}
