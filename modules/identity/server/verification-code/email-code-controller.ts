import { field } from '#kernel/field/field.ts';
import { emailKind } from '#kernel/kind/account-password-email-and-url.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { refuseWithoutSignIn } from '#server/http/dispatch-call-to-controller.ts';
import { type CodeOwner, sendCode, unknownTemplate } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { Refused } from '#server/refusal.ts';
import { isDeliverable } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { verifyCurrentPassword } from '../account/verify-current-password-with-attempt-limit.ts';
import { refuseWhileMemberCentreDisabled } from '../session/refuse-while-member-centre-disabled.ts';
import { captchaInput, codeSentAnswerSchema } from './captcha-input-and-code-sent-schemas.ts';
import { requireCaptcha } from './require-solved-captcha.ts';

const texts = {
  sent: text('邮件发送成功~', 'Mail sent successfully~'),
  away: text(
    '邮件发送服务不可用，请联系网站管理员进行配置~',
    'The mail sending service is not working, please contact the webmaster to configure it.',
  ),
  format: text('电子邮箱格式错误', 'email format error'),
  own: text('请使用账户注册邮箱发送验证码！', 'Please use the e-mail address of your account!'),
  password: text('密码错误！', 'Password error!'),
};

/** Rules of a code's purpose. */
interface Purpose {
  /** Required owner of the address. To others nothing is sent, without saying so. */
  readonly owner?: CodeOwner;
  /** For signed-in members: to their bound address after their password, or to a new one. */
  readonly member?: 'own' | 'other';
}

/**
 * To register, or to change an address, a user proves to own it; only then does the user learn whether it is already
 * bound.
 */
const events: Readonly<Record<string, Purpose>> = {
  user_register: {},
  user_change_email: { member: 'other' },
  user_retrieve_pwd: { owner: 'member' },
  user_email_verify: { owner: 'member', member: 'own' },
  complaint_file: {},
};

const isEmail = (typed: string): boolean => emailKind.schema({}).safeParse(typed).success;

/** `POST /api/Ems/send {email, event[, password]}`: sends a verification code by e-mail (wire contract §2.8). */
export const emailCodeController: Controller = {
  app: 'api',
  name: 'Ems',
  actions: {
    send: call({
      gate: 'none',
      methods: ['POST'],
      secret: true,
      limit: { perMinute: 10, per: ['email'] },
      summary: text('发送邮件验证码', 'Send e-mail code'),
      inputFrom: 'body',
      checkedInRun: {
        email: field.email(text('电子邮箱', 'E-mail'), { required: true }),
        event: field.select(text('用途', 'Purpose'), {
          required: true,
          options: {
            user_register: text('会员注册', 'Member registration'),
            user_change_email: text('更换邮箱', 'Change e-mail address'),
            user_retrieve_pwd: text('会员重设密码', 'Member password reset'),
            user_email_verify: text('验证本人邮箱', 'Verify own e-mail address'),
            complaint_file: text('旅游投诉', 'Tourism complaint'),
          },
        }),
        ...captchaInput,
        password: field.text(text('密码（验证本人邮箱时）', "Password (when verifying one's own e-mail address)"), {
          max: 100,
        }),
      },
      answer: codeSentAnswerSchema,
      run: send,
    }),
  },
};

async function send(call: Call): Promise<Answer<{ expires_in: number; retry_after: number }>> {
  const { engine, body, caller } = call;
  const email = typeof body.email === 'string' ? body.email.trim().toLowerCase() : '';
  const event = typeof body.event === 'string' ? body.event : '';
  if (!isDeliverable(engine, 'email')) throw new Refused(texts.away, { data: { reason: 'away' } });
  if (!isEmail(email)) throw refuse(call, 'email', texts.format);
  const template = Object.hasOwn(events, event) ? events[event] : undefined;
  if (!template) throw new Refused(unknownTemplate, { data: { reason: 'invalid' } });
  if (event === 'user_register') refuseWhileMemberCentreDisabled(call, 'member');
  if (template.member && caller.type !== 'member') throw refuseWithoutSignIn('api');
  if (template.member === 'own') await proveOwn(call, email);
  else if (caller.type !== 'member') await requireCaptcha(call, true);
  const { ip, locale } = caller;
  await sendCode(engine, { email, purpose: event, ip, sender: caller, owner: template.owner, locale });
  return new Answer({ expires_in: 300, retry_after: 60 }, texts.sent[locale]);
}

/** Requires the password before proving the own address. */
async function proveOwn(call: Call, email: string): Promise<void> {
  const { engine, body, caller } = call;
  const own = await engine.db.row<{ email: string | null; password: string }>(
    sql`select email, password from member where id = ${caller.id}`,
  );
  if (own?.email?.toLowerCase() !== email) throw refuse(call, 'email', texts.own);
  const given = typeof body.password === 'string' ? body.password : '';
  if (!(await verifyCurrentPassword(engine.db, 'member', { id: caller.id, password: own.password }, given)))
    throw refuse(call, 'password', texts.password);
}

const refuse = ({ caller }: Call, name: string, why: typeof texts.sent) =>
  new Refused(why, { data: { reason: 'invalid', errors: { [name]: [why[caller.locale]] } } });
