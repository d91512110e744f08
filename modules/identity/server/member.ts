import { isPassword } from '#kernel/check/account.ts';
import { isMobile, normalizeMobile } from '#kernel/check/mobile.ts';
import { text } from '#kernel/text.ts';
import { checkCaptcha } from '#server/auth/captcha.ts';
import { memberInfo } from '#server/auth/member-info.ts';
import { verifyNothing } from '#server/auth/password.ts';
import { judgePassword } from '#server/auth/sign-in-tries.ts';
import { startSession } from '#server/auth/token.ts';
import { sql } from '#server/db/sql.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { Answer } from '#server/http/envelope.ts';
import type { Platform } from '#server/module.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import { resetByCode } from './reset-by-code.ts';
import { signOut } from './sign-in.ts';

const say = {
  again: text('您已经登录过了，无需重复登录~', 'You have already logged in, no need to log in again.'),
  welcome: text('登录成功！', 'Login succeeded!'),
  unknownTab: text('未知操作', 'Unknown operation'),
  emptyPassword: text('密码不能为空', 'The password cannot be empty'),
  captcha: text('请输入正确的验证码', 'Please enter the correct verification code'),
  unknown: text('帐户不存在', 'Account does not exist'),
  disabled: text('帐户已禁用', 'Account is disabled'),
  locked: text(
    '登录失败次数超限，请在1天后再试',
    'The number of login failures exceeds the limit, please try again after 24 hours',
  ),
  wrong: text('密码不正确', 'Wrong password'),
  registerHere: text('企业账号请在企业注册页登记', 'Register enterprise accounts on the enterprise registration page'),
  changed: text('密码已修改~', 'The password has been changed~'),
  badPassword: text(
    '密码须为 6 到 32 个字符，不能包含 & < > " \'',
    'Password: 6 to 32 characters, without & < > " or \'',
  ),
};
const refused = (message: (typeof say)[keyof typeof say], reason: 'invalid' | 'captcha' = 'invalid') =>
  new Refused(message, { data: { reason } });
const word = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Signing in and out of the member centre (wire contract §2.9). */
export function memberController({ engine, authenticator }: Platform): Controller {
  return {
    app: 'api',
    name: 'user',
    actions: {
      checkIn: {
        gate: 'none',
        methods: ['GET', 'POST'],
        secret: true,
        perMinute: 60,
        handle: (call) =>
          call.method === 'GET'
            ? { accountVerificationType: ['mobile'], captcha: engine.config.captcha }
            : checkIn(call),
      },
      logout: {
        gate: 'none',
        methods: ['POST'],
        handle: async (call) => {
          await signOut(call, 'member');
          authenticator.forget();
          return null;
        },
      },
    },
  };

  async function checkIn(call: Call) {
    if (call.caller.type === 'member') throw new Refused(say.again, { code: 302, data: { routePath: '/user' } });
    if (word(call.body.tab) === 'register') throw refused(say.registerHere);
    if (word(call.body.tab) !== 'login') throw refused(say.unknownTab);
    const username = word(call.body.username);
    const password = typeof call.body.password === 'string' ? call.body.password : '';
    if (password === '') throw refused(say.emptyPassword);
    if (username === '' || username.length > 100 || password.length > 64) throw refused(say.unknown);
    if (engine.config.captcha) {
      const id = word(call.body.captchaId ?? call.body.captcha_id);
      if (id === '' || id.length > 100 || !(await checkCaptcha(engine.db, id, word(call.body.captcha))))
        throw refused(say.captcha, 'captcha');
    }
    const account = await engine.db.row<{
      id: number;
      password: string;
      status: string;
    }>(
      sql`select id, password, status from member where lower(username) = ${username.toLowerCase()} or mobile = ${username} or lower(email) = ${username.toLowerCase()} order by lower(username) = ${username.toLowerCase()} desc limit 1`,
    );
    if (!account) {
      await verifyNothing(password);
      throw refused(say.unknown);
    }
    const enabled = account.status === 'enable';
    const locked = enabled ? say.locked : say.disabled;
    if (!(await judgePassword(engine.db, 'member', { ...account, enabled }, password, locked)))
      throw refused(enabled ? say.wrong : say.disabled);
    const keep = call.body.keep === true || call.body.keep === '1' || call.body.keep === 1;
    const session = await startSession(
      engine.db,
      { type: 'member', id: account.id },
      { ip: call.caller.ip, userAgent: call.caller.userAgent },
      { seconds: engine.config.tokenTtl, keep },
    );
    const row = await engine.db.row(
      sql`update member set lastlogintime = now(), lastloginip = ${call.caller.ip} where id = ${account.id} returning ${memberInfo}`,
    );
    authenticator.forget();
    return new Answer(
      { userInfo: { ...row, token: session.token, refreshToken: session.refreshToken }, routePath: '/user' },
      say.welcome[call.caller.locale],
    );
  }
}

/** A forgotten member password, by a code sent to the mobile. */
export function accountController({ authenticator }: Platform): Controller {
  return {
    app: 'api',
    name: 'account',
    actions: {
      retrievePassword: {
        gate: 'none',
        methods: ['POST'],
        secret: true,
        perMinute: 10,
        async handle(call) {
          const account = normalizeMobile(word(call.body.account));
          const password = typeof call.body.password === 'string' ? call.body.password : '';
          if (word(call.body.type) !== 'mobile' || !isMobile(account)) throw badParameter();
          if (!isPassword(password)) throw refused(say.badPassword);
          const code = word(call.body.captcha);
          const answer = await resetByCode(call, 'member', { mobile: account, code, password }, say.changed);
          authenticator.forget();
          return answer;
        },
      },
    },
  };
}
