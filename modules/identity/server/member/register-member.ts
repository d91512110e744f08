import { isAccountName, isPassword } from '#kernel/check/account-and-password.ts';
import { text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { firstGroup } from '#modules/member/contract/member-group.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { onBehalfOf } from '#server/caller.ts';
import type { Call } from '#server/http/controller.ts';
import { consumeCode, matchCode, wrongCode } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import {
  codePurposes,
  contactWays,
  readContactWay,
} from '../verification-code/member-contact-ways-and-code-purposes.ts';

const badWay = text('注册参数错误', 'Wrong parameters of registration');
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/**
 * Creates an account with a mobile or e-mail proven by a code (wire contract §2.9). Whether it is already bound is
 * revealed only with the correct code.
 */
export async function registerMember({ engine, caller, body }: Call): Promise<number> {
  const { locale } = caller;
  const way = readContactWay(engine, body.registerType);
  if (!way) throw new Refused(badWay, { data: { reason: 'parameter' } });
  const address = contactWays[way].normalize(trimmed(body[way]));
  const username = trimmed(body.username);
  const password = typeof body.password === 'string' ? body.password : '';
  const code = trimmed(body.captcha);
  const errors = {
    ...(contactWays[way].isRight(address) ? {} : { [way]: [contactWays[way].wrong[locale]] }),
    ...(code === '' ? { captcha: [validationMessages.required[locale]] } : {}),
    ...(isAccountName(username) ? {} : { username: [validationMessages.invalid_account[locale]] }),
    ...(isPassword(password) ? {} : { password: [validationMessages.invalid_password[locale]] }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors, memberAccount.fields);
  const right = await matchCode(engine, address, codePurposes.register[way], code);
  const wrong = () => new Refused(wrongCode, { data: { reason: 'invalid', errors: { captcha: [wrongCode[locale]] } } });
  if (right === undefined) throw wrong();
  const hashed = await hashPassword(password);
  return engine.db.transaction(async (tx) => {
    // of two concurrent calls with one code, one consumes it; a refused name leaves the code valid
    if (!(await consumeCode(tx, right))) throw wrong();
    const input = { username, nickname: username, [way]: address, group_id: firstGroup, status: 'enable' };
    const set = { password: hashed, joinip: caller.ip };
    const who = onBehalfOf({ ...caller, name: username });
    return (await write(engine, memberAccount, who, { operation: 'add', input, set, unread: true }, tx)).id;
  });
}
