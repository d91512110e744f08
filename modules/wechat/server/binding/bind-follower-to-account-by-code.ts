import { createHash, randomInt } from 'node:crypto';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type AttemptLimit, countAttempts } from '#server/limit/attempt-limit.ts';
import { Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { wechatFollower } from '../../contract/wechat-follower.ts';

/** Minutes for which a code is valid. */
export const bindingCodeMinutes = 10;

const texts = {
  bound: text('绑定成功，今后可在这里收到提醒。', 'Bound. Alerts can reach you here from now on.'),
  wrong: text('绑定码错误或已过期，请在“个人资料—提醒方式”重新获取。', 'The code is wrong or expired.'),
  often: text('尝试过于频繁，请一小时后再试。', 'Too many attempts, try again in an hour.'),
  byCode: text('以绑定码绑定', 'Bound by a code'),
};

/** Codes that a follower may try in an hour: of 100 million, five are valid at a time. */
const tries: AttemptLimit = { name: 'wechat_binding', most: 5, seconds: 3600, forgets: 'each' };

const hashOf = ({ seal }: Engine, code: string): string =>
  createHash('sha256')
    .update(seal.hash(`wechat ${code}`))
    .digest('base64url');

/** A code of eight digits that the caller sends to an official account; the one before ends. */
export async function issueBindingCode(engine: Engine, { type, id }: Caller): Promise<string> {
  const code = String(randomInt(100_000_000)).padStart(8, '0');
  const column = sql.id(type === 'member' ? 'user_id' : 'admin_id');
  await engine.db.query(sql`
    with ended as (delete from wechat_binding_code where expires_at < now() and ${column} <> ${id})
    insert into wechat_binding_code (code_hash, ${column}, expires_at) values (${hashOf(engine, code)}, ${id}, now() + make_interval(mins => ${bindingCodeMinutes}))
    on conflict (${column}) where ${column} is not null do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at`);
  return code;
}

/**
 * Binds a follower to the account of the platform for which the code in the text was issued, and answers what to say;
 * undefined: the text is no code. A code is valid once,
 * and while the account is active.
 */
export async function bindByCode(engine: Engine, fan: number, written: string): Promise<string | undefined> {
  const code = /^\s*绑定\s*(\d{8})\s*$/.exec(written.normalize('NFKC'))?.[1];
  if (code === undefined) return undefined;
  try {
    await countAttempts(engine.db, [{ limit: tries, subject: fan }], () => new Refused(texts.often));
  } catch (error) {
    if (error instanceof Refused) return texts.often['zh-cn'];
    throw error;
  }
  const isBound = await engine.db.transaction(async (tx) => {
    const person = await tx.row<{ admin_id: number | null; user_id: number | null }>(
      sql`delete from wechat_binding_code c where code_hash = ${hashOf(engine, code)} and expires_at > now()
        and (exists (select from auth_admin p where p.id = c.admin_id and p.status = '1')
          or exists (select from member p where p.id = c.user_id and p.status in ('1', 'enable')))
        returning admin_id, user_id`,
    );
    if (!person) return false;
    const { admin_id, user_id } = person;
    // a person has one follower of an account
    await changeRows(
      engine,
      wechatFollower,
      systemCaller(),
      {
        where: sql`t.id <> ${fan} and t.account_id = (select account_id from wechat_fan where id = ${fan})
          and (t.admin_id = ${admin_id}::bigint or t.user_id = ${user_id}::bigint)`,
        set: { admin_id: null, user_id: null },
      },
      tx,
    );
    await changeRows(
      engine,
      wechatFollower,
      systemCaller(),
      {
        where: sql`t.id = ${fan}`,
        set: { admin_id, user_id },
        touched: true,
        emits: 'bound',
        note: sql`${texts.byCode['zh-cn']}::text`,
        noteEnglish: sql`${texts.byCode.en}::text`,
      },
      tx,
    );
    return true;
  });
  return (isBound ? texts.bound : texts.wrong)['zh-cn'];
}
