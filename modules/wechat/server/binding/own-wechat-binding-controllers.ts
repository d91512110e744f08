import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { text } from '#kernel/text/text.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import { canAccountMessageFollowers } from '../account/can-account-message-followers-sql.ts';
import { bindingCodeMinutes, issueBindingCode } from './bind-follower-to-account-by-code.ts';
import { unbindFollowers } from './unbind-followers.ts';

const texts = {
  none: text(
    '还没有能发提醒的公众号，请联系管理员接入服务号并登记模板',
    'No official account can send alerts yet. Ask the administrator to connect a service account with a template',
  ),
  unbind: text('解除公众号绑定', 'Unbind the official account'),
  unbound: text('已解除绑定', 'Unbound'),
  note: text('本人解除绑定', 'Unbound by the person'),
  notBound: text('没有绑定公众号', 'Not bound to an official account'),
};

/** Names of the accounts that can reach people: first that of the caller's area, then those of the areas around it. */
async function readNamesOfAccounts(db: Queryable, { areaCode }: Caller): Promise<string[]> {
  const around = [areaCode, `${areaCode.slice(0, 4)}00`, `${areaCode.slice(0, 2)}0000`];
  const inside = `${areaPrefix(areaCode)}%`;
  const rows = await db.rows<{ name: string }>(sql`
    select a.name from wechat_account a where ${canAccountMessageFollowers(sql`a`)}
    order by array_position(${around}::text[], a.area_code) nulls last, a.area_code like ${inside} desc, a.id limit 10`);
  return rows.map(({ name }) => name);
}

/** `POST code`: a code that the caller sends to an official account, of which the names are answered too. */
const code = call({
  gate: 'login',
  methods: ['POST'],
  title: text('公众号绑定码', 'Binding code'),
  summary: text(
    '取得公众号绑定码，在公众号内发送“绑定 绑定码”',
    'Get a code that is sent to an official account to bind it',
  ),
  limit: { perMinute: 10 },
  answer: object({ code: string, minutes: integer, accounts: list(string) }),
  async run({ engine, caller }) {
    const accounts = await readNamesOfAccounts(engine.db, caller);
    if (accounts.length === 0) throw new Refused(texts.none, { data: { reason: 'not_ready' } });
    return { code: await issueBindingCode(engine, caller), minutes: bindingCodeMinutes, accounts };
  },
});

/** `POST unbind`: no official account reaches the caller any more, and a code that is still valid ends. */
const unbind = call({
  gate: 'login',
  methods: ['POST'],
  title: texts.unbind,
  summary: text('解除本人的公众号绑定', 'Unbind oneself from official accounts'),
  limit: { perMinute: 10 },
  answer: nothing,
  async run({ engine, caller }) {
    const column = sql.id(caller.type === 'member' ? 'user_id' : 'admin_id');
    const where = sql`t.${column} = ${caller.id}`;
    const unbound = await engine.db.transaction(async (tx) => {
      await tx.query(sql`delete from wechat_binding_code where ${column} = ${caller.id}`);
      return unbindFollowers(engine, onBehalfOf(caller), { where, note: texts.note }, tx);
    });
    if (unbound.length === 0) throw new Refused(texts.notBound, { data: { reason: 'conflict' } });
    return new Answer(null, texts.unbound[caller.locale]);
  },
});

export const ownWechatBindingControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'wechat.binding',
  actions: { code, unbind },
}));
