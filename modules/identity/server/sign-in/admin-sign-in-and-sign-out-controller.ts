import { isPassword } from '#kernel/check/account-and-password.ts';
import { isMobile, normalizeMobile } from '#kernel/check/phone-number.ts';
import { field } from '#kernel/field/field.ts';
import { passwordRuleText } from '#kernel/text/password-rule-text.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { attemptPassword } from '#server/auth/attempt-password-and-lock-account-after-failures.ts';
import { checkCaptcha } from '#server/auth/draw-play-and-check-captcha.ts';
import { verifyDummyPassword } from '#server/auth/hash-and-verify-password.ts';
import { captchaFields } from '#server/auth/limit-tries-by-ip-address-with-captcha.ts';
import { hashToken, tokenTypeOf } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call, callByMethod } from '#server/http/declare-http-call-with-validated-input.ts';
import { tokenOfRequest } from '#server/http/dispatch-call-to-controller.ts';
import { boolean, nothing, object } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import { openedSessionSchema } from '../session/answer-schema-of-opened-session.ts';
import { countAndLogFailedSignIn } from '../session/count-failures-to-show-at-next-sign-in-and-log-them.ts';
import { adminStartUpDataAction, missingScreenNotice } from './admin-start-up-data-and-missing-screen-notice.ts';
import { failedSignInLimit, lockedAccountMessage } from './failed-sign-in-limit-from-settings.ts';
import { resetForgottenPasswordByCode } from './reset-forgotten-password-by-code.ts';
import { beginSignInSteps } from './sign-in-steps-after-password-controller.ts';

/** Refusals shared with other ways of sign-in. */
export const signInRefusals = {
  disabled: text('帐户已禁用', 'Account is disabled'),
} as const satisfies Record<string, Text>;
const texts = {
  ...signInRefusals,
  emptyUser: text('用户名不能为空', 'Username require'),
  lengthUser: text('用户名长度不符合要求 3,30', 'size of Username must be 3,30'),
  captcha: text('请输入正确的验证码！', 'Please enter the correct Captcha!'),
  unknown: text('用户名不正确', 'Incorrect username'),
  wrong: text('密码不正确', 'Wrong password'),
  again: text('您已经登录过了，无需重复登录~', 'You have already logged in, no need to log in again.'),
  changed: text('密码已修改，请重新登录~', 'The password has been changed, please sign in again~'),
} as const satisfies Record<string, Text>;

/** Advice shown at the field. The messages themselves are part of the contract: stock clients compare them. */
const advice = {
  username: text(
    '用户名不正确：请填写账号的用户名（不是姓名或手机号），不清楚时请联系管理员',
    'Incorrect username: enter the username of your account, not your name or mobile number. If you do not know it, ask your administrator',
  ),
  password: text(
    '密码不正确：请检查大小写和输入法后重试，忘记时请点“忘记密码”',
    'Wrong password: check capitals and the input method and try again, or choose “Forgot password”',
  ),
} as const satisfies Record<string, Text>;

const refused = (message: Text, reason: 'invalid' | 'captcha' = 'invalid') =>
  new Refused(message, { data: { reason } });
/** A refusal with an error at one field. */
const refusedField = ({ caller }: Call, message: Text, field: 'username' | 'password', shown: Text = message) =>
  new Refused(message, { data: { reason: 'invalid', errors: { [field]: [shown[caller.locale]] } } });
const word = (value: unknown) =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

interface Account {
  id: number;
  username: string;
  password: string;
  status: string;
}

/** Whether to stay signed in; stock clients send several values. */
export const isRemembered = (value: unknown): boolean =>
  value === true || value === 1 || value === '1' || value === 'true';

const fromGuests = { gate: 'none', methods: ['POST'], silent: true, secret: true, inputFrom: 'body' } as const;

/** Checked by hand: stock clients compare the messages (wire contract §2.4). */
const loginInputs = {
  username: field.text(text('用户名', 'Username'), { required: true, min: 3, max: 30 }),
  password: field.password(text('密码', 'Password'), { required: true }),
  keep: field.switch(text('保持登录', 'Stay signed in')),
  steps: field.switch(text('客户端支持后续步骤（修改密码）', 'The client supports further steps (password change)')),
  captcha: field.text(text('图形验证码', 'Captcha'), { max: 6 }),
  captcha_id: field.text(text('图形验证码编号', 'Captcha ID'), { max: 100 }),
};

function refuseSignedIn({ type }: Caller): void {
  if (type === 'admin') throw new Refused(texts.again, { code: 302, data: { routePath: '/admin' } });
}

/** Session calls of the back office (wire contract §2.4). */
export function adminSignInAndSignOutController(platform: Platform): Controller {
  const { authenticator } = platform;
  return {
    app: 'admin',
    name: 'index',
    actions: {
      login: callByMethod(
        call({
          gate: 'none',
          summary: text('登录是否需要图形验证码', 'Whether signing in asks for a captcha'),
          answer: object({ captcha: boolean }),
          run({ engine, caller }) {
            refuseSignedIn(caller);
            return { captcha: engine.config.captcha };
          },
        }),
        call({
          ...fromGuests,
          limit: { perMinute: 20, per: ['username'] },
          summary: text('管理员登录', 'Sign in as administrator'),
          checkedInRun: loginInputs,
          answer: openedSessionSchema,
          run: (made) => login(platform, made),
        }),
      ),
      logout: callByMethod(
        call({ gate: 'none', summary: text('不做任何事', 'Does nothing'), answer: nothing, run: () => null }),
        call({
          gate: 'none',
          whileViewing: true,
          silent: true,
          summary: text('退出登录', 'Sign out'),
          inputFrom: 'body',
          checkedInRun: { refresh_token: field.text(text('刷新令牌', 'Refresh token'), { required: true }) },
          answer: nothing,
          async run(made) {
            await signOut(made, 'admin');
            authenticator.forget();
            return null;
          },
        }),
      ),
      index: adminStartUpDataAction(),
      elsewhere: missingScreenNotice,
      retrievePassword: call({
        ...fromGuests,
        limit: { perMinute: 10, per: ['account'] },
        summary: text('凭短信验证码重设密码', 'Reset password by SMS code'),
        checkedInRun: {
          account: field.mobile(text('手机', 'Mobile'), { required: true }),
          captcha: field.text(text('短信验证码', 'SMS code'), { required: true, max: 6 }),
          password: field.password(text('新密码', 'New password'), { required: true, min: 8 }),
          ...captchaFields,
        },
        answer: nothing,
        run: (made) => retrievePassword(platform, made),
      }),
    },
  };
}

/** Ends the session of the given token or refresh token. */
export async function signOut(made: Call, subject: 'admin' | 'member'): Promise<void> {
  const header = tokenOfRequest(made.request, made.params, subject === 'admin' ? 'batoken' : 'ba-user-token');
  const refresh = word(made.body.refresh_token ?? made.body.refreshToken);
  const hashes = [hashToken(header, tokenTypeOf(subject, false)), hashToken(refresh, tokenTypeOf(subject, true))];
  await made.engine.db.query(
    sql`delete from session where id in (select session_id from token where hash = any(${hashes}::text[]))`,
  );
}

async function login(platform: Platform, made: Call) {
  const { engine } = platform;
  refuseSignedIn(made.caller);
  const username = word(made.body.username);
  const password = typeof made.body.password === 'string' ? made.body.password : '';
  if (username === '') throw refused(texts.emptyUser);
  if (username.length < 3 || username.length > 30) throw refused(texts.lengthUser);
  if (!isPassword(password)) throw refusedField(made, passwordRuleText, 'password');
  if (engine.config.captcha && !(await isCaptchaRight(made))) throw refused(texts.captcha, 'captcha');
  const account = await engine.db.row<Account>(
    sql`select id, username, password, status from auth_admin where lower(username) = ${username.toLowerCase()}`,
  );
  if (!account) {
    await verifyDummyPassword(password);
    throw refusedField(made, texts.unknown, 'username', advice.username);
  }
  const enabled = account.status === '1';
  const right = await attemptPassword(
    engine.db,
    failedSignInLimit(engine, 'admin'),
    { ...account, enabled },
    password,
    enabled ? lockedAccountMessage(engine) : texts.disabled,
  );
  if (!right) {
    await countAndLogFailedSignIn(made, { type: 'admin', id: account.id }, 'wrong_password');
    throw enabled ? refusedField(made, texts.wrong, 'password', advice.password) : refused(texts.disabled);
  }
  return beginSignInSteps(platform, made, {
    who: { type: 'admin', id: account.id },
    persistent: isRemembered(made.body.keep),
    by: 'password',
    password: account.password,
    factorDone: false,
  });
}

/** Whether the captcha is correct; stock clients have two names for its id. */
async function isCaptchaRight({ engine, body }: Call): Promise<boolean> {
  const id = word(body.captcha_id ?? body.captchaId);
  const code = word(body.captcha);
  if (id === '' || id.length > 100 || code.length < 4 || code.length > 6) return false;
  return checkCaptcha(engine.db, id, code);
}

/**
 * Resets a forgotten password by a code to the account's mobile. The answer does not reveal whether the account exists.
 */
async function retrievePassword({ authenticator }: Platform, made: Call) {
  const account = normalizeMobile(word(made.body.account));
  const password = typeof made.body.password === 'string' ? made.body.password : '';
  if (!isMobile(account)) throw badParameter();
  if (!isPassword(password)) throw refusedField(made, passwordRuleText, 'password');
  const answer = await resetForgottenPasswordByCode(
    made,
    'admin',
    { address: account, code: word(made.body.captcha), password },
    texts.changed,
  );
  authenticator.forget();
  return answer;
}
