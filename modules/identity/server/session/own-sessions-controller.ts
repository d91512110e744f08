import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { AccountType } from '#server/auth/account-reference.ts';
import type { Authenticator } from '#server/auth/authenticate-session-token.ts';
import { endSessions } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { ValueOfSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { boolean, integer, key, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter } from '#server/refusal.ts';

const revoked = text('会话已结束', 'The session has been ended');
/** In the API document, the calls of members are distinguished from those of officers. */
const summaries = {
  admin: { index: text('我的登录', 'My sessions'), revoke: text('结束一处登录', 'End a session') },
  member: {
    index: text('我的登录（会员）', 'My sessions (member)'),
    revoke: text('结束一处登录（会员）', 'End a session (member)'),
  },
} as const satisfies Record<AccountType, object>;

const session = { id: key, ip: string, useragent: string, createtime: integer, last_seen: integer, current: boolean };
type Session = { [N in keyof typeof session]: ValueOfSchema<(typeof session)[N]> };

/** Lists the caller's sessions, of an officer or a member, and ends them. */
export const ownSessionsController = (authenticator: Authenticator, type: AccountType): Controller => ({
  app: type === 'admin' ? 'admin' : 'api',
  name: 'session',
  actions: {
    index: call({
      gate: 'login',
      summary: summaries[type].index,
      answer: object({ list: list(object(session)) }),
      run: async ({ engine, caller }) => ({
        list: await engine.db.rows<Session>(sql`select id, ip, useragent, floor(extract(epoch from createtime))::bigint as createtime, floor(extract(epoch from last_seen))::bigint as last_seen, id = ${caller.sessionId} as current
          from session where subject_type = ${type} and subject_id = ${caller.id} order by last_seen desc limit 100`),
      }),
    }),
    revoke: call({
      gate: 'login',
      methods: ['POST'],
      title: text('结束会话', 'End a session'),
      summary: summaries[type].revoke,
      input: { id: field.integer(text('编号', 'ID'), { required: true, min: 1 }) },
      answer: nothing,
      async run({ engine: { db }, caller, input }) {
        await db.transaction(async (tx) => {
          // within a transaction, the session cache must not be cleared before commit
          tx.afterCommit(() => authenticator.forget());
          const ended = await endSessions(tx, { type, id: caller.id }, { only: input.id });
          if (ended.length === 0) throw badParameter();
        });
        return new Answer(null, revoked[caller.locale]);
      },
    }),
  },
});
