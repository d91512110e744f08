import { isPassword } from '#kernel/check/account.ts';
import { type Text, text } from '#kernel/text/text.ts';

const shortest = 8;

const faults = {
  // what holds for every password, said with the length that holds for this one
  form: text(
    '管理员密码须为 8 到 32 个字符，不能包含 & < > " \'',
    'The administrator password must have 8 to 32 characters, without & < > " or \'',
  ),
  spaces: text('管理员密码不能包含空格', 'The administrator password must not contain spaces'),
  account: text('管理员密码不能包含用户名', 'The administrator password must not contain the username'),
  common: text('该密码过于常见，请换一个', 'This password is too common. Choose another'),
} as const satisfies Record<string, Text>;

/**
 * What is wrong with a password an administrator is to have, with what every password must be (specification §5): one rule
 * is told, not two that contradict each other.
 * Undefined: nothing.
 */
export async function findPasswordFault(password: string, account: string): Promise<Text | undefined> {
  if ([...password].length < shortest || !isPassword(password)) return faults.form;
  if (/\s/u.test(password)) return faults.spaces;
  const lower = password.toLowerCase();
  if (account !== '' && lower.includes(account.toLowerCase())) return faults.account;
  common ??= readCommon();
  return (await common).has(lower) ? faults.common : undefined;
}

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * The commonest passwords as they were found in leaks: the ten thousand first and all others of the list that are long
 * enough to be asked for. Unpacked (some 20 ms) when an administrator's password is set for the first time, not at the start.
 */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(
    dictionary['passwords-common'].filter((one): one is string => typeof one === 'string' && one.length >= shortest),
  );
}
