import { text } from '#kernel/text.ts';
import { checkCaptcha } from '#server/auth/captcha.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import type { CodeOwner } from '#server/message/code.ts';
import { badParameter, invalid, Refused } from '#server/refusal.ts';
import { checkCurrentPassword } from '../current-password.ts';
import { type Way, ways } from './way.ts';

const say = {
  captcha: text('请输入正确的验证码！', 'Please enter the correct Captcha!'),
  signIn: text('请先登录！', 'Please login first！'),
  password: text('密码错误！', 'Wrong password!'),
  own: {
    mobile: text('请使用账户绑定的手机接收验证码！', 'The code goes to the mobile of your account!'),
    email: text('请使用账户注册邮箱发送验证码！', 'The code goes to the e-mail of your account!'),
  },
};

/** What a code may be asked for. */
interface Purpose {
  /** Nothing is sent to what is not theirs, and nobody is told. */
  readonly owner?: CodeOwner;
  /** Asked for by members who are signed in: to what they have, after their password; or to what they want to have. */
  readonly member?: 'own' | 'other';
}

/** By way, under the names of clients of the family (wire contract §2.8). */
export const purposes: Readonly<Record<Way, Readonly<Record<string, Purpose>>>> = {
  mobile: {
    enterprise_register: {},
    enterprise_query: {},
    user_register: {},
    user_retrieve_pwd: { owner: 'member' },
    admin_retrieve_pwd: { owner: 'admin' },
    user_mobile_verify: { member: 'own' },
    user_change_mobile: { member: 'other' },
  },
  email: {
    user_register: {},
    user_retrieve_pwd: { owner: 'member' },
    user_email_verify: { member: 'own' },
    user_change_email: { member: 'other' },
  },
};

const word = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Where a code asked for is to go and whose it has to be; refuses whoever may not ask for it. */
export async function readAskedCode(
  call: Call,
  way: Way,
  purpose: string,
): Promise<{ address: string; owner: CodeOwner | undefined }> {
  const { engine, body, caller } = call;
  const address = ways[way].normalize(word(body[way]));
  if (!ways[way].isRight(address))
    throw new Refused(ways[way].wrong, {
      data: { reason: 'invalid', errors: { [way]: [ways[way].wrong[caller.locale]] } },
    });
  const asked = Object.hasOwn(purposes[way], purpose) ? purposes[way][purpose] : undefined;
  if (!asked) throw badParameter();
  if (asked.member) await checkMember(call, way, address, asked.member);
  else if (
    engine.config.captcha &&
    !(await checkCaptcha(engine.db, word(body.captcha_id ?? body.captchaId), word(body.captcha)))
  )
    throw new Refused(say.captcha, { data: { reason: 'captcha', errors: { captcha: [say.captcha[caller.locale]] } } });
  return { address, owner: asked.owner };
}

async function checkMember({ engine, body, caller }: Call, way: Way, address: string, whose: 'own' | 'other') {
  if (caller.type !== 'member') throw new Refused(say.signIn, { code: 302, data: { routePath: '/user/login' } });
  if (whose === 'other') return;
  const { locale } = caller;
  const row = await engine.db.row<{ password: string; bound: string | null }>(
    sql`select password, ${way === 'email' ? sql`lower(email)` : sql`mobile`} as bound from member where id = ${caller.id}`,
  );
  const password = typeof body.password === 'string' ? body.password : '';
  if (!row || !(await checkCurrentPassword(engine.db, 'member', { id: caller.id, ...row }, password)))
    throw new Refused(say.password, { data: { reason: 'invalid', errors: { password: [say.password[locale]] } } });
  if (row.bound !== address) throw invalid({ [way]: [say.own[way][locale]] });
}
