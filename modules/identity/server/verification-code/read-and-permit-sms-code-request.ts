import { isMobile, normalizeMobile } from '#kernel/check/phone-number.ts';
import { text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { refuseWithoutSignIn } from '#server/http/dispatch-call-to-controller.ts';
import { type CodeOwner, unknownTemplate } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { verifyCurrentPassword } from '../account/verify-current-password-with-attempt-limit.ts';
import { refuseWhileMemberCentreDisabled } from '../session/refuse-while-member-centre-disabled.ts';
import { requireCaptcha } from './require-solved-captcha.ts';

const texts = {
  password: text('密码错误！', 'Wrong password!'),
  own: text('请使用账户绑定的手机接收验证码！', 'The code goes to the mobile of your account!'),
};

/** Rules of a code's purpose. */
interface Purpose {
  /** Required owner of the mobile. To others nothing is sent, without saying so. */
  readonly owner?: CodeOwner;
  /** For signed-in members: to their bound address after their password, or to a new one. */
  readonly member?: 'own' | 'other';
  /** Also requested by stock clients, without captcha. */
  readonly fromStockClients?: true;
}

/** Purposes, by the names of stock clients (wire contract §2.8). */
const purposes: Readonly<Record<string, Purpose>> = {
  enterprise_register: {},
  enterprise_query: {},
  complaint_file: {},
  reward_objection: {},
  user_register: { fromStockClients: true },
  user_retrieve_pwd: { owner: 'member', fromStockClients: true },
  admin_retrieve_pwd: { owner: 'admin' },
  user_mobile_verify: { member: 'own' },
  user_change_mobile: { member: 'other' },
};

const word = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** The mobile to send a code to, and its required owner; refuses callers who may not request it. */
export async function readSmsCodeRequest(
  call: Call,
  purpose: string,
): Promise<{ mobile: string; owner: CodeOwner | undefined }> {
  const { body, caller } = call;
  const mobile = normalizeMobile(word(body.mobile));
  if (!isMobile(mobile))
    throw new Refused(validationMessages.invalid_mobile_for_code, {
      data: { reason: 'invalid', errors: { mobile: [validationMessages.invalid_mobile_for_code[caller.locale]] } },
    });
  const template = Object.hasOwn(purposes, purpose) ? purposes[purpose] : undefined;
  if (!template) throw new Refused(unknownTemplate, { data: { reason: 'invalid' } });
  if (purpose === 'user_register') refuseWhileMemberCentreDisabled(call, 'member');
  if (template.member) await checkMember(call, mobile, template.member);
  else await requireCaptcha(call, template.fromStockClients ?? false);
  return { mobile, owner: template.owner };
}

async function checkMember({ engine, body, caller }: Call, mobile: string, whose: 'own' | 'other'): Promise<void> {
  if (caller.type !== 'member') throw refuseWithoutSignIn('api');
  if (whose === 'other') return;
  const { locale } = caller;
  const row = await engine.db.row<{ password: string; mobile: string | null }>(
    sql`select password, mobile from member where id = ${caller.id}`,
  );
  const password = typeof body.password === 'string' ? body.password : '';
  if (!row || !(await verifyCurrentPassword(engine.db, 'member', { id: caller.id, ...row }, password)))
    throw new Refused(texts.password, { data: { reason: 'invalid', errors: { password: [texts.password[locale]] } } });
  if (row.mobile !== mobile) throw invalid({ mobile: [texts.own[locale]] });
}
