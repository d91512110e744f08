import type { Call } from '#server/http/controller.ts';
import { checkCode, wrongCode } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { Refused } from '#server/refusal.ts';
import { findApplicantAccount } from './find-or-create-applicant-account.ts';
import { mobileTicket } from './mobile-verification-ticket.ts';

/** `POST verify`: exchanges an SMS code, once, for a ticket to apply with. Answers the mobile's account, if any. */
export async function verifyApplicantMobile({
  engine,
  caller,
  input: { mobile, code },
}: Pick<Call, 'engine' | 'caller'> & { readonly input: { readonly mobile: string; readonly code: string } }) {
  if (!/^\d{6}$/.test(code) || !(await checkCode(engine, mobile, 'enterprise_register', code))) {
    throw new Refused(wrongCode, { data: { reason: 'invalid', errors: { code: [wrongCode[caller.locale]] } } });
  }
  const account = await findApplicantAccount(engine.db, mobile);
  return {
    ticket: await mobileTicket.issue(engine.db, { content: { mobile } }),
    expires_in: mobileTicket.rules.seconds,
    account: account ? { username: account.username } : null,
  };
}
