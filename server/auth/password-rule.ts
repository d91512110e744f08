import { type Text, text } from '#kernel/text.ts';

const shortest = 8;

const faults = {
  short: text('管理员密码至少 8 个字符', "An administrator's password has at least 8 characters"),
  spaces: text('管理员密码不能包含空格', "An administrator's password contains no spaces"),
  account: text('管理员密码不能包含用户名', "An administrator's password does not contain the account name"),
  common: text('该密码过于常见，请换一个', 'This password is among the most common; choose another'),
} as const satisfies Record<string, Text>;

/**
 * What is wrong with a password an administrator is to have, beyond what every password must be (specification §5).
 * Undefined: nothing.
 */
export async function findPasswordFault(password: string, account: string): Promise<Text | undefined> {
  if ([...password].length < shortest) return faults.short;
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
