import { isPassword } from '#kernel/check/account-and-password.ts';
import { isMobile, normalizeMobile } from '#kernel/check/phone-number.ts';
import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import {
  attemptPassword,
  attemptPasswordOfUnknownAccount,
} from '#server/auth/attempt-password-and-lock-account-after-failures.ts';
import { checkCaptcha } from '#server/auth/draw-play-and-check-captcha.ts';
import { verifyDummyPassword } from '#server/auth/hash-and-verify-password.ts';
import { captchaFields } from '#server/auth/limit-tries-by-ip-address-with-captcha.ts';
import { sql } from '#server/db/sql.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call, callByMethod } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, enumOf, list, nothing, object } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { badParameter, invalid, Refused } from '#server/refusal.ts';
import { openedSessionSchema } from '../session/answer-schema-of-opened-session.ts';
import { countAndLogFailedSignIn } from '../session/count-failures-to-show-at-next-sign-in-and-log-them.ts';
import { openAdminOrMemberSession } from '../session/open-admin-or-member-session.ts';
import { refuseWhileMemberCentreDisabled } from '../session/refuse-while-member-centre-disabled.ts';
import { isRemembered, signOut } from '../sign-in/admin-sign-in-and-sign-out-controller.ts';
import { failedSignInLimit, lockedAccountMessage } from '../sign-in/failed-sign-in-limit-from-settings.ts';
import { resetForgottenPasswordByCode } from '../sign-in/reset-forgotten-password-by-code.ts';
import { beginSignInSteps } from '../sign-in/sign-in-steps-after-password-controller.ts';
import {
  availableContactWays,
  contactWays,
  readContactWay,
} from '../verification-code/member-contact-ways-and-code-purposes.ts';
import { readCaptcha } from '../verification-code/require-solved-captcha.ts';
import { memberAccountCallInputs as inputs } from './input-fields-of-member-account-calls.ts';
import { registerMember } from './register-member.ts';

const texts = {
  again: text('您已经登录过了，无需重复登录~', 'You have already logged in, no need to log in again.'),
  unknownTab: text('未知操作', 'Unknown operation'),
  emptyPassword: text('密码不能为空', 'The password cannot be empty'),
  captcha: text('请输入正确的验证码', 'Please enter the correct verification code'),
  // one message for all three, so that accounts cannot be discovered
  wrong: text('账号或密码不正确，或账号已停用', 'Wrong account or password, or the account is disabled'),
  changed: text('密码已修改~', 'The password has been changed~'),
} as const satisfies Record<string, Text>;
const refused = (message: Text, reason: 'invalid' | 'captcha' = 'invalid') =>
  new Refused(message, { data: { reason } });
const word = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

const fromGuests = { gate: 'none', methods: ['POST'], secret: true, inputFrom: 'body' } as const;

const checkInInputs = {
  tab: field.select(text('操作', 'Operation'), {
    required: true,
    options: { login: text('登录', 'Sign in'), register: text('注册', 'Register') },
  }),
  username: field.text(text('用户名、手机或邮箱', 'Username, mobile or e-mail'), { required: true, max: 100 }),
  password: inputs.password,
  keep: field.switch(text('保持登录', 'Stay signed in')),
  registerType: { ...inputs.type, required: false },
  mobile: inputs.mobile,
  email: inputs.email,
  captcha: field.text(text('图形验证码；注册时为收到的验证码', 'Captcha; when registering, the code received'), {
    max: 6,
  }),
  captcha_id: field.text(text('图形验证码编号', 'Captcha ID'), { max: 100 }),
};

/** Sign-in, registration and sign-out of members (wire contract §2.9). */
export function memberSignInRegistrationAndSignOutController(platform: Platform): Controller {
  const { engine, authenticator } = platform;
  return {
    app: 'api',
    name: 'user',
    actions: {
      checkIn: callByMethod(
        call({
          gate: 'none',
          summary: text('会员登录的要求', 'Requirements for member sign-in'),
          answer: object({ accountVerificationType: list(enumOf('mobile', 'email')), captcha: boolean }),
          run(made) {
            refuseIfNotSignInHere(made);
            return { accountVerificationType: availableContactWays(engine), captcha: engine.config.captcha };
          },
        }),
        call({
          ...fromGuests,
          limit: { perMinute: 20, per: ['username', 'mobile', 'email'] },
          summary: text('会员登录，或注册后登录', 'Member sign-in, or registration followed by sign-in'),
          checkedInRun: checkInInputs,
          answer: openedSessionSchema,
          run: checkIn,
        }),
      ),
      logout: call({
        gate: 'none',
        methods: ['POST'],
        summary: text('会员退出登录', 'Member sign-out'),
        inputFrom: 'body',
        checkedInRun: { refresh_token: field.text(text('刷新令牌', 'Refresh token'), { required: true }) },
        answer: nothing,
        async run(made) {
          await signOut(made, 'member');
          authenticator.forget();
          return null;
        },
      }),
    },
  };

  function refuseIfNotSignInHere({ caller }: Call): void {
    refuseWhileMemberCentreDisabled(platform, 'member');
    if (caller.type === 'member') throw new Refused(texts.again, { code: 302, data: { routePath: '/user' } });
  }

  async function checkIn(made: Call) {
    const { body } = made;
    refuseIfNotSignInHere(made);
    const tab = word(body.tab);
    const persistent = isRemembered(body.keep);
    if (tab === 'register') {
      const who = { type: 'member', id: await registerMember(made) } as const;
      return openAdminOrMemberSession(platform, made, { who, persistent });
    }
    if (tab !== 'login') throw refused(texts.unknownTab);
    const { id, password } = await findByPassword(made);
    const who = { type: 'member', id } as const;
    return beginSignInSteps(platform, made, { who, persistent, by: 'password', password, factorDone: false });
  }
}

/** The account of the given name and password, with its hash. */
async function findByPassword(made: Call): Promise<{ id: number; password: string }> {
  const { engine, body } = made;
  const username = word(body.username).slice(0, 101).toLowerCase();
  const password = typeof body.password === 'string' ? body.password : '';
  if (password === '') throw refused(texts.emptyPassword);
  if (username === '' || username.length > 100 || password.length > 64) throw refused(texts.wrong);
  if (engine.config.captcha) {
    const { id, typed } = readCaptcha(made);
    if (id === '' || id.length > 100 || !(await checkCaptcha(engine.db, id, typed)))
      throw refused(texts.captcha, 'captcha');
  }
  const mobile = normalizeMobile(username);
  const account = await engine.db.row<{ id: number; password: string; status: string }>(
    sql`select id, password, status from member where lower(username) = ${username} or mobile = ${mobile} or lower(email) = ${username}
      order by lower(username) = ${username} desc limit 1`,
  );
  // unknown numbers are normalised like known ones
  const stranger = isMobile(mobile) ? mobile : username;
  const limit = failedSignInLimit(engine, 'member');
  const locked = lockedAccountMessage(engine);
  const right = account
    ? await attemptPassword(engine.db, limit, { ...account, enabled: account.status === 'enable' }, password, locked)
    : await attemptPasswordOfUnknownAccount(engine.db, limit, stranger, () => verifyDummyPassword(password), locked);
  // also for unknown names, so that timing reveals nothing
  if (!right) await countAndLogFailedSignIn(made, { type: 'member', id: account?.id ?? 0 }, 'wrong_password');
  if (!account || !right) throw refused(texts.wrong);
  return account;
}

/** Resets a forgotten member password by a code sent to the bound contact. */
export function memberPasswordResetController({ engine, authenticator }: Platform): Controller {
  return {
    app: 'api',
    name: 'account',
    actions: {
      retrievePassword: call({
        ...fromGuests,
        limit: { perMinute: 10, per: ['account'] },
        summary: text('凭验证码重设会员密码', 'Reset member password by code'),
        checkedInRun: {
          type: inputs.type,
          account: field.text(text('手机或电子邮箱', 'Mobile or e-mail'), { required: true, max: 100 }),
          captcha: inputs.captcha,
          password: inputs.newPassword,
          ...captchaFields,
        },
        answer: nothing,
        async run(made) {
          const { body, caller } = made;
          const way = readContactWay(engine, word(body.type));
          if (!way) throw badParameter();
          const address = contactWays[way].normalize(word(body.account));
          if (!contactWays[way].isRight(address)) throw invalid({ [way]: [contactWays[way].wrong[caller.locale]] });
          const password = typeof body.password === 'string' ? body.password : '';
          if (!isPassword(password)) throw invalid({ password: [validationMessages.invalid_password[caller.locale]] });
          const answer = await resetForgottenPasswordByCode(
            made,
            'member',
            { way, address, code: word(body.captcha), password },
            texts.changed,
          );
          authenticator.forget();
          return answer;
        },
      }),
    },
  };
}
