import { isPassword } from '#kernel/check/account-and-password.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { decodeMessage } from '#kernel/text/validation-messages.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { previousSignInText } from '#server/auth/previous-sign-in-and-failures-sql.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { isPictureUploadedBy } from '#server/files/storage/attachment-row-and-wire-form.ts';
import { avatarPathFromUrl, avatarUrl } from '#server/http/connection/avatar-url.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call, callByMethod } from '#server/http/declare-http-call-with-validated-input.ts';
import { tokenOfRequest } from '#server/http/dispatch-call-to-controller.ts';
import type { ValueOfSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { maskedParameters } from '#server/http/mask-parameters-for-log.ts';
import { requireMemberCentrePage } from '#server/http/member-centre-page-permission.ts';
import { enumOf, integer, key, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { forbidden, invalid, notFound, Refused } from '#server/refusal.ts';
import { checkFields } from '#server/write/field/validate-input-by-field-declarations.ts';
import { write } from '#server/write/write-pipeline.ts';
import { admin } from '../../contract/admin.ts';
import { memberProfile, officerProfile } from '../../contract/own-profile-and-password-fields.ts';
import { verifyCurrentPassword } from '../account/verify-current-password-with-attempt-limit.ts';
import { availableContactWays } from '../verification-code/member-contact-ways-and-code-purposes.ts';

const texts = {
  own: text('个人资料', 'Profile'),
  avatar: text('头像修改成功！', 'Avatar modified successfully!'),
  edited: text('更新成功!', 'Update successful!'),
  profile: text('资料更新成功~', 'Data updated successfully~'),
  changed: text('密码已修改，请重新登录~', 'The password has been changed, please login again~'),
  wrongOld: text('原密码错误', 'The current password is wrong'),
  sameAsOld: text('新密码不能与原密码相同', 'The new password must differ from the current one'),
  future: text('生日不能晚于今天', 'The birthday cannot be later than today'),
  avatarForeign: text('请上传自己的头像图片', 'Upload your own picture'),
};

const ownProfile = {
  id: key,
  username: string,
  nickname: string,
  avatar: string,
  email: string,
  mobile: string,
  motto: string,
  lastlogintime: string,
  version: integer,
  token: string,
  refreshToken: string,
};
type OwnProfile = { [N in keyof typeof ownProfile]: ValueOfSchema<(typeof ownProfile)[N]> };

/** The officer's own account (wire contract §2.7), without permission node. */
export function officerProfileAndPasswordController({ engine }: Platform): Controller {
  const { db } = engine;
  return {
    app: 'admin',
    name: 'routine.AdminInfo',
    actions: {
      index: call({
        gate: 'login',
        secret: true,
        summary: text('本人资料', 'Own profile'),
        answer: object({ info: object(ownProfile) }),
        async run({ caller, request, params }) {
          const info = await db.row<OwnProfile>(
            sql`select id, username, nickname, coalesce(avatar, '') as avatar, coalesce(email, '') as email, coalesce(mobile, '') as mobile,
              ${previousSignInText(caller.sessionId)} as lastlogintime, coalesce(motto, '') as motto, version from auth_admin where id = ${caller.id}`,
          );
          if (!info) throw notFound();
          const avatar = avatarUrl(info.avatar, info.nickname, request.host);
          return { info: { ...info, avatar, token: tokenOfRequest(request, params, 'batoken'), refreshToken: '' } };
        },
      }),
      edit: call({
        gate: 'login',
        methods: ['POST'],
        silent: true,
        secret: true,
        summary: text(
          '修改本人资料或密码；改密码会结束其他登录',
          'Edit own profile or password; changing the password ends other sessions',
        ),
        inputFrom: 'body',
        checkedInRun: {
          ...officerProfile,
          old_password: field.password(text('原密码', 'Current password')),
          password: field.password(text('新密码', 'New password'), { min: 8 }),
        },
        answer: nothing,
        run: editOfficer,
      }),
    },
  };

  async function editOfficer(call: Call): Promise<Answer<null>> {
    const { caller, body } = call;
    if (body.id !== undefined && Number(body.id) !== caller.id) throw forbidden();
    const changed = [...Object.keys(officerProfile), 'password'].filter((name) => Object.hasOwn(body, name));
    const input = Object.fromEntries(
      changed.map((name) => [name, name === 'avatar' ? avatarPathFromUrl(body.avatar, call.request.host) : body[name]]),
    );
    // the current password is checked if sent; the stock page sends none (wire contract §2.7)
    if (input.password && body.old_password !== undefined) await checkOld(call);
    await write(engine, admin, asOwner(caller), {
      operation: 'edit',
      id: caller.id,
      input,
      log: {
        title: texts.own,
        url: call.path.slice(0, 1500),
        data: maskedParameters(call.params, admin),
      },
    });
    const onlyAvatar = changed.length === 1 && changed[0] === 'avatar';
    return new Answer(null, (onlyAvatar ? texts.avatar : texts.edited)[caller.locale]);
  }

  async function checkOld({ caller, body }: Call): Promise<void> {
    const row = await db.row<{ password: string }>(sql`select password from auth_admin where id = ${caller.id}`);
    const old = typeof body.old_password === 'string' ? body.old_password : '';
    if (!row || !(await verifyCurrentPassword(db, 'admin', { id: caller.id, ...row }, old)))
      throw invalid({ old_password: [texts.wrongOld[caller.locale]] });
    if (body.password === old) throw invalid({ password: [texts.sameAsOld[caller.locale]] });
  }
}

/** The caller with permission to edit the own row; which fields is up to the calling code. */
const asOwner = (caller: Caller): Caller => ({
  ...caller,
  nodes: new Set([...caller.nodes, 'auth/admin/edit']),
  grantKey: `${caller.grantKey} own`,
});

/** The member's own account (wire contract §2.9). */
export function memberProfileAndPasswordController(platform: Platform): Controller {
  const { engine, authenticator } = platform;
  const { db } = engine;
  return {
    app: 'api',
    name: 'account',
    actions: {
      profile: callByMethod(
        call({
          gate: 'login',
          summary: text('可用的账户验证方式', 'Available account verification methods'),
          answer: object({ accountVerificationType: list(enumOf('mobile', 'email')) }),
          run(made) {
            requireMemberCentrePage(made, 'account/profile');
            return { accountVerificationType: availableContactWays(engine) };
          },
        }),
        call({
          gate: 'login',
          summary: text('修改本人资料', 'Edit own profile'),
          inputFrom: 'body',
          checkedInRun: memberProfile,
          answer: nothing,
          run: edit,
        }),
      ),
      changePassword: call({
        gate: 'login',
        confirmed: true,
        methods: ['POST'],
        secret: true,
        summary: text('修改本人密码；所有登录随即结束', 'Change own password; all sessions end'),
        inputFrom: 'body',
        checkedInRun: {
          oldPassword: field.password(text('原密码', 'Current password'), { required: true }),
          newPassword: field.password(text('新密码', 'New password'), { required: true }),
        },
        answer: nothing,
        run: (made) => changePassword(platform, made),
      }),
    },
  };

  async function edit(made: Call): Promise<Answer<null>> {
    requireMemberCentrePage(made, 'account/profile');
    const { caller, body: sent, request } = made;
    const { locale } = caller;
    const body = Object.hasOwn(sent, 'avatar')
      ? { ...sent, avatar: avatarPathFromUrl(sent.avatar, request.host) }
      : sent;
    const { values, errors } = checkFields(memberProfile, body, locale, true);
    if (typeof values.birthday === 'string' && values.birthday > shanghaiToday())
      errors.birthday = [texts.future[locale]];
    if (typeof values.avatar === 'string' && !(await isOwnPicture(caller.id, values.avatar)))
      errors.avatar = [texts.avatarForeign[locale]];
    if (Object.keys(errors).length > 0) throw invalid(errors, memberProfile);
    await write(engine, memberAccount, onBehalfOf(caller), {
      operation: 'edit',
      id: caller.id,
      input: {},
      set: values,
      filesOf: { type: 'member', id: caller.id },
      unread: true,
    });
    authenticator.forget();
    return new Answer(null, texts.profile[locale]);
  }

  async function isOwnPicture(member: number, url: string): Promise<boolean> {
    if (await isPictureUploadedBy(db, member, url)) return true;
    return (await db.row(sql`select 1 from member where id = ${member} and avatar = ${url}`)) !== undefined;
  }
}

async function changePassword({ authenticator }: Platform, made: Call): Promise<Answer<null>> {
  requireMemberCentrePage(made, 'account/changePassword');
  const { engine, caller, body } = made;
  const { db } = engine;
  const { locale } = caller;
  const [old, next] = [body.oldPassword, body.newPassword].map((one) => (typeof one === 'string' ? one : ''));
  const row = await db.row<{ password: string; version: number }>(
    sql`select password, version from member where id = ${caller.id}`,
  );
  if (!row || !(await verifyCurrentPassword(db, 'member', { id: caller.id, ...row }, old as string)))
    throw refuseAt('oldPassword', texts.wrongOld, locale);
  if (!isPassword(next as string)) throw invalid({ newPassword: [decodeMessage('invalid_password', locale)] });
  if (next === old) throw refuseAt('newPassword', texts.sameAsOld, locale);
  // of two concurrent changes the one with the current password wins; the hook ends the sessions
  await write(engine, memberAccount, onBehalfOf(caller), {
    operation: 'edit',
    id: caller.id,
    version: row.version,
    input: {},
    set: { password: next },
    unread: true,
  });
  authenticator.forget();
  return new Answer(null, texts.changed[locale]);
}

const refuseAt = (field: string, message: typeof texts.wrongOld, locale: Caller['locale']) =>
  new Refused(message, { data: { reason: 'invalid', errors: { [field]: [message[locale]] } } });
