import { isPassword } from '#kernel/check/account.ts';
import { isMobile, normalizeMobile } from '#kernel/check/mobile.ts';
import { invalidPasswordMessage } from '#kernel/text/invalid-password-message.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { smsCodesWithoutProviderScreen } from '#modules/message/contract/module.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { terminalSettings } from '#modules/terminal/contract/settings.ts';
import { checkCaptcha } from '#server/auth/captcha.ts';
import { verifyDummyPassword } from '#server/auth/password.ts';
import { failedSignInsSince, previousSignInText } from '#server/auth/previous-sign-in.ts';
import { tryPassword } from '#server/auth/sign-in-tries.ts';
import { hashToken, typeOf } from '#server/auth/token.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { cdnUrlOf, siteUploadConfig } from '#server/files/storage/site-upload-config.ts';
import { avatarUrl } from '#server/http/connection/avatar-url.ts';
import { JsonText } from '#server/http/connection/envelope.ts';
import { originUrl } from '#server/http/connection/full-url.ts';
import { answered, type Call, type Controller } from '#server/http/controller.ts';
import { tokenOf } from '#server/http/dispatch.ts';
import type { Platform } from '#server/platform/server-module.ts';
import { badParameter, notFound, Refused } from '#server/refusal.ts';
import { preferencesForBoot } from '#server/system/preferences.ts';
import { calendarForBoot } from '#server/system/working-day-calendar.ts';
import { readViewedGroup } from '../access/view-as-group.ts';
import { nameOfSite } from '../account/name-of-site.ts';
import { cacheMenus, menusVersion } from '../menu/cached-menus.ts';
import { stockClientPlaceholder, withHost } from '../menu/stock-client-menu-rule.ts';
import { recordFailedSignIn } from '../session/record-failed-sign-in.ts';
import { resetPasswordByCode } from './reset-password-by-code.ts';
import { lockedMessage, signInLimitOf } from './sign-in-limits.ts';
import { beginSteps } from './sign-in-steps.ts';

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
  noMenus: text('无后台菜单，请联系超级管理员！', 'No background menu, please contact the super administrator!'),
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

/** Settings of the stock client's terminal, under its names. */
function terminalOf({ settings }: Pick<Engine, 'settings'>) {
  const { port, package_manager } = settings(terminalSettings);
  return { installServicePort: String(port), npmPackageManager: package_manager };
}

/** Session calls of the back office (wire contract §2.4). */
export function adminSessionController(platform: Platform): Controller {
  const { authenticator } = platform;
  const menusOf = cacheMenus();
  return {
    app: 'admin',
    name: 'index',
    actions: {
      login: {
        gate: 'none',
        methods: ['GET', 'POST'],
        silent: true,
        secret: true,
        perMinute: 20,
        perMinuteFor: ['username'],
        handle: (call) => login(platform, call),
      },
      logout: {
        gate: 'none',
        whileViewing: true,
        methods: ['GET', 'POST'],
        silent: true,
        handle: async (call) => {
          if (call.method === 'POST') await signOut(call, 'admin');
          authenticator.forget();
          return null;
        },
      },
      index: { gate: 'login', handle: (call) => boot(menusOf, call) },
      elsewhere: {
        gate: 'none',
        async handle({ query, reply }) {
          const page = word(query.page);
          if (!/^[\w-]+(\/[\w-]+)*$/.test(page)) throw badParameter();
          // it contains only a link, so any origin may frame it
          reply.removeHeader('X-Frame-Options');
          await reply
            .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *")
            .header('Cross-Origin-Resource-Policy', 'cross-origin')
            .type('text/html; charset=utf-8')
            .send(stockClientPlaceholder(page));
          return answered;
        },
      },
      retrievePassword: {
        gate: 'none',
        methods: ['POST'],
        silent: true,
        secret: true,
        perMinute: 10,
        perMinuteFor: ['account'],
        handle: (call) => retrievePassword(platform, call),
      },
    },
  };
}

/** Ends the session of the given token or refresh token. */
export async function signOut(call: Call, subject: 'admin' | 'member'): Promise<void> {
  const header = tokenOf(call.request, call.params, subject === 'admin' ? 'batoken' : 'ba-user-token');
  const refresh = word(call.body.refresh_token ?? call.body.refreshToken);
  const hashes = [hashToken(header, typeOf(subject, false)), hashToken(refresh, typeOf(subject, true))];
  await call.engine.db.query(
    sql`delete from session where id in (select session_id from token where hash = any(${hashes}::text[]))`,
  );
}

async function login(platform: Platform, call: Call) {
  const { engine } = platform;
  if (call.caller.type === 'admin') throw new Refused(texts.again, { code: 302, data: { routePath: '/admin' } });
  if (call.method === 'GET') return { captcha: engine.config.captcha };
  const username = word(call.body.username);
  const password = typeof call.body.password === 'string' ? call.body.password : '';
  if (username === '') throw refused(texts.emptyUser);
  if (username.length < 3 || username.length > 30) throw refused(texts.lengthUser);
  if (!isPassword(password)) throw refusedField(call, invalidPasswordMessage, 'password');
  if (engine.config.captcha && !(await isCaptchaRight(call))) throw refused(texts.captcha, 'captcha');
  const account = await engine.db.row<Account>(
    sql`select id, username, password, status from auth_admin where lower(username) = ${username.toLowerCase()}`,
  );
  if (!account) {
    await verifyDummyPassword(password);
    throw refusedField(call, texts.unknown, 'username', advice.username);
  }
  const enabled = account.status === '1';
  const right = await tryPassword(
    engine.db,
    signInLimitOf(engine, 'admin'),
    { ...account, enabled },
    password,
    enabled ? lockedMessage(engine) : texts.disabled,
  );
  if (!right) {
    await recordFailedSignIn(call, { type: 'admin', id: account.id }, 'wrong_password');
    throw enabled ? refusedField(call, texts.wrong, 'password', advice.password) : refused(texts.disabled);
  }
  return beginSteps(platform, call, {
    who: { type: 'admin', id: account.id },
    persistent: isRemembered(call.body.keep),
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

/** Start-up data of the back office. */
async function boot(menusOf: ReturnType<typeof cacheMenus>, call: Call) {
  const { caller, engine } = call;
  const row = await engine.db.row<{
    id: number;
    username: string;
    nickname: string;
    avatar: string | null;
    lastlogintime: string;
    failures: number;
    area_code: string;
    rules: string;
  }>(sql`select id, username, nickname, avatar, area_code, ${menusVersion} as rules,
      ${previousSignInText(caller.sessionId)} as lastlogintime, ${failedSignInsSince(caller.sessionId)} as failures from auth_admin where id = ${caller.id}`);
  if (!row) throw notFound();
  const { rules, ...info } = row;
  const hidden = caller.super && engine.smsSink ? [] : [smsCodesWithoutProviderScreen.name];
  const [menus, preferences] = await Promise.all([
    menusOf(engine.db, caller, rules, hidden),
    preferencesForBoot(engine.db, caller, call.query.preferences),
  ]);
  if (menus === '[]') throw new Refused(texts.noMenus);
  const area = engine.reference.areas().get(info.area_code ?? '');
  const rest = JSON.stringify({
    adminInfo: {
      ...info,
      avatar: avatarUrl(info.avatar, info.nickname, call.request.host),
      super: caller.super,
      viewing: await readViewedGroup(engine, caller),
      area: area ? { code: area.code, name: area.name, full_name: area.full_name } : null,
    },
    siteConfig: {
      siteName: nameOfSite(engine, caller.locale),
      recordNumber: engine.settings(siteSettings).record_number ?? '',
      carRentalUrl: engine.settings(siteSettings).car_rental_url ?? '',
      version: '0.1.0',
      cdnUrl: cdnUrlOf(engine) || originUrl(call.request.host),
      apiUrl: '',
      upload: siteUploadConfig(engine, caller),
    },
    settings: engine.settingCache.public(),
    words: engine.optionLists.version(),
    ...engine.optionLists.bootPart(call.query.words),
    ...preferences,
    ...calendarForBoot(engine.reference, call.query.calendar),
    terminal: terminalOf(engine),
    now: Math.floor(Date.now() / 1000),
  });
  return new JsonText(`{"menus":${withHost(menus, call.request.host)},${rest.slice(1)}`);
}

/**
 * Resets a forgotten password by a code to the account's mobile. The answer does not reveal whether the account exists.
 */
async function retrievePassword({ authenticator }: Platform, call: Call) {
  const account = normalizeMobile(word(call.body.account));
  const password = typeof call.body.password === 'string' ? call.body.password : '';
  if (!isMobile(account)) throw badParameter();
  if (!isPassword(password)) throw refusedField(call, invalidPasswordMessage, 'password');
  const answer = await resetPasswordByCode(
    call,
    'admin',
    { address: account, code: word(call.body.captcha), password },
    texts.changed,
  );
  authenticator.forget();
  return answer;
}
