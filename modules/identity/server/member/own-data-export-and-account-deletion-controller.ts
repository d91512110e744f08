import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { endSessions } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { contentDisposition } from '#server/files/storage/open-stored-file.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import { type Call, type Controller, responseSent } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { readOwningRowsWithTitleAndRoles } from '#server/read/list/owning-rows-and-roles-of-member-session.ts';
import { Refused } from '#server/refusal.ts';
import type { NewRowValues } from '#server/write/hook/change-rows-request-type.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { verifyCurrentPassword } from '../account/verify-current-password-with-attempt-limit.ts';
import { removeSecondFactors } from '../second-factor/list-verify-and-remove-second-factors.ts';

const texts = {
  wrong: text('密码错误！', 'Wrong password!'),
  owner: text(
    '您仍是“{name}”的负责人，请先转让负责人再注销账号',
    'You are still the owner of “{name}”. Transfer ownership before deleting your account',
  ),
  money: text('账户余额尚未结清，请联系主管部门', 'Your account balance is not settled. Contact the authority'),
  gone: text('账号已注销', 'Your account has been deleted'),
  left: text('已注销用户', 'Deleted account'),
  file: text('我的数据', 'My data'),
} as const satisfies Record<string, Text>;

/** Most log lines in the download. */
const mostLines = 50_000;

/** Downloading one's data, and deleting the account. */
export const ownDataExportAndAccountDeletionController = ({ authenticator }: Platform): Controller => ({
  app: 'api',
  name: 'account',
  actions: {
    download: call({
      gate: 'login',
      confirmed: true,
      secret: true,
      limit: { perMinute: 5 },
      summary: text('下载本人数据', 'Download own data'),
      raw: 'application/octet-stream',
      run: download,
    }),
    remove: call({
      gate: 'login',
      confirmed: true,
      methods: ['POST'],
      secret: true,
      limit: { perMinute: 10 },
      summary: text('注销本人账号', 'Delete own account'),
      inputFrom: 'body',
      checkedInRun: { password: field.password(text('密码', 'Password'), { required: true }) },
      answer: nothing,
      async run(made) {
        await leave(made);
        authenticator.forget();
        return new Answer(null, texts.gone[made.caller.locale]);
      },
    }),
  },
});

/** `GET download`: all personal data of the member (个人信息保护法 Art. 45), as one file. */
async function download(call: Call) {
  const { engine, caller, reply } = call;
  const english = caller.locale === 'en';
  const own = sql`where user_id = ${caller.id} order by id desc limit ${mostLines}`;
  const row = await engine.db.row<{ data: object }>(sql`select json_build_object(
    'account', (select row_to_json(a) from (select id, username, nickname, mobile, email, avatar, gender, birthday, motto,
      to_char(money / 100.0, 'FM9999999990.00') as money, score, jointime, joinip, lastlogintime, lastloginip from member where id = ${caller.id}) a),
    'sessions', (select coalesce(json_agg(s), '[]') from (select ip, useragent, createtime, last_seen from session where subject_type = 'member' and subject_id = ${caller.id} order by id) s),
    'sign_ins', (select coalesce(json_agg(s), '[]') from (select ip, useragent, createtime from member_sign_in where member_id = ${caller.id} order by id desc limit ${mostLines}) s),
    'balance', (select coalesce(json_agg(l), '[]') from (select to_char(money / 100.0, 'FM9999999990.00') as money, to_char(before / 100.0, 'FM9999999990.00') as before, to_char(after / 100.0, 'FM9999999990.00') as after, memo, createtime from user_money_log ${own}) l),
    'integral', (select coalesce(json_agg(l), '[]') from (select score, before, after, ${english ? sql`coalesce(memo_en, memo)` : sql`memo`} as memo, createtime from user_score_log ${own}) l)
  ) as data`);
  const holdings = await readOwningRowsWithTitleAndRoles(engine, caller);
  const held = holdings.flatMap(({ resource, list }) => list.map(({ title, role }) => ({ resource, title, role })));
  // a file, outside the answer envelope
  await reply
    .type('application/octet-stream')
    .header('Content-Disposition', contentDisposition(false, `${texts.file[caller.locale]}.json`))
    .send(JSON.stringify({ ...row?.data, held }, null, 2));
  return responseSent;
}

/**
 * `POST remove`: erases the personal data of the account. Its key remains, with records that others or the law require.
 */
async function leave({ engine, caller, body }: Call): Promise<void> {
  const row = await engine.db.row<{ password: string; money: number }>(
    sql`select password, money from member where id = ${caller.id}`,
  );
  const given = typeof body.password === 'string' ? body.password : '';
  if (!row || !(await verifyCurrentPassword(engine.db, 'member', { id: caller.id, password: row.password }, given)))
    throw new Refused(texts.wrong, { data: { reason: 'invalid', errors: { password: [texts.wrong[caller.locale]] } } });
  await engine.db.transaction(async (tx) => {
    await tx.query(sql`select from member where id = ${caller.id} for update`);
    const holdings = await readOwningRowsWithTitleAndRoles(
      { find: engine.find, resources: engine.resources, db: tx },
      caller,
    );
    const owned = holdings.flatMap(({ list }) => list).find(({ role }) => role === 'owner');
    if (owned) throw new Refused(texts.owner, { values: { name: owned.title }, data: { reason: 'referenced' } });
    const bare: NewRowValues<typeof memberAccount> = {
      // a name nobody can register
      username: `gone-${caller.id.toString(36)}`,
      // stored once, for readers of every language
      nickname: `${texts.left['zh-cn']} ${texts.left.en}`,
      status: 'disable',
      password: sql`''`,
      mobile: null,
      email: null,
      avatar: null,
      birthday: null,
      motto: null,
      gender: '0',
      lastloginip: null,
      joinip: null,
    };
    const where = sql`t.id = ${caller.id} and t.money = 0`;
    const changed = await changeRows(
      engine,
      memberAccount,
      onBehalfOf(caller),
      { where, set: bare, emits: 'left' },
      tx,
    );
    if (changed.length === 0) throw new Refused(texts.money, { data: { reason: 'referenced' } });
    await endSessions(tx, { type: 'member', id: caller.id });
    await removeSecondFactors(tx, { type: 'member', id: caller.id });
    await tx.query(sql`delete from auth_device where member_id = ${caller.id}`);
  });
}
