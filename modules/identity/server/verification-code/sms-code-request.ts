import { isMobile, normalizeMobile } from '#kernel/check/mobile.ts';
import { messages } from '#kernel/text/message.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { pleaseLogin } from '#server/http/dispatch.ts';
import { type CodeOwner, unknownTemplate } from '#server/message/code.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { checkCurrentPassword } from '../account/current-password.ts';
import { refuseClosed } from '../session/entry.ts';
import { requireCaptcha } from './captcha.ts';

const texts = {
  password: text('密码错误！', 'Wrong password!'),
  own: text('请使用账户绑定的手机接收验证码！', 'The code goes to the mobile of your account!'),
};

/** What a code may be asked for. */
interface Purpose {
  /** Nothing is sent to what is not theirs, and nobody is told. */
  readonly owner?: CodeOwner;
  /** Asked for by members who are signed in: to what they have, after their password; or to what they want to have. */
  readonly member?: 'own' | 'other';
  /** Clients of the family ask for it too, and bring no picture. */
  readonly family?: true;
}

/** Under the names of clients of the family (wire contract §2.8). */
const purposes: Readonly<Record<string, Purpose>> = {
  enterprise_register: {},
  enterprise_query: {},
  reward_objection: {},
  user_register: { family: true },
  user_retrieve_pwd: { owner: 'member', family: true },
  admin_retrieve_pwd: { owner: 'admin' },
  user_mobile_verify: { member: 'own' },
  user_change_mobile: { member: 'other' },
};

const word = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** To which mobile a code asked for is to go, and whose it has to be; refuses whoever may not ask for it. */
export async function readSmsCodeRequest(
  call: Call,
  purpose: string,
): Promise<{ mobile: string; owner: CodeOwner | undefined }> {
  const { body, caller } = call;
  const mobile = normalizeMobile(word(body.mobile));
  if (!isMobile(mobile))
    throw new Refused(messages.invalid_mobile, {
      data: { reason: 'invalid', errors: { mobile: [messages.invalid_mobile[caller.locale]] } },
    });
  const template = Object.hasOwn(purposes, purpose) ? purposes[purpose] : undefined;
  if (!template) throw new Refused(unknownTemplate, { data: { reason: 'invalid' } });
  if (purpose === 'user_register') refuseClosed(call, 'member');
  if (template.member) await checkMember(call, mobile, template.member);
  else await requireCaptcha(call, template.family ?? false);
  return { mobile, owner: template.owner };
}

async function checkMember({ engine, body, caller }: Call, mobile: string, whose: 'own' | 'other'): Promise<void> {
  if (caller.type !== 'member') throw pleaseLogin('api');
  if (whose === 'other') return;
  const { locale } = caller;
  const row = await engine.db.row<{ password: string; mobile: string | null }>(
    sql`select password, mobile from member where id = ${caller.id}`,
  );
  const password = typeof body.password === 'string' ? body.password : '';
  if (!row || !(await checkCurrentPassword(engine.db, 'member', { id: caller.id, ...row }, password)))
    throw new Refused(texts.password, { data: { reason: 'invalid', errors: { password: [texts.password[locale]] } } });
  if (row.mobile !== mobile) throw invalid({ mobile: [texts.own[locale]] });
}
