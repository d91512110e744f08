import { text } from '#kernel/text/text.ts';
import type { AccountType } from '#server/auth/account-reference.ts';
import type { Authenticator } from '#server/auth/authenticate.ts';
import { endSessions } from '#server/auth/token.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { readKey } from '#server/read/row/row.ts';
import { badParameter } from '#server/refusal.ts';

const revoked = text('会话已结束', 'The session has been ended');

/** Lists the caller's sessions, of an officer or a member, and ends them. */
export const ownSessionsController = (authenticator: Authenticator, type: AccountType): Controller => ({
  app: type === 'admin' ? 'admin' : 'api',
  name: 'session',
  actions: {
    index: {
      gate: 'login',
      handle: async ({ engine, caller }) => ({
        list: await engine.db.rows(sql`select id, ip, useragent, floor(extract(epoch from createtime))::bigint as createtime, floor(extract(epoch from last_seen))::bigint as last_seen, id = ${caller.sessionId} as current
          from session where subject_type = ${type} and subject_id = ${caller.id} order by last_seen desc limit 100`),
      }),
    },
    revoke: {
      gate: 'login',
      methods: ['POST'],
      title: text('结束会话', 'End a session'),
      async handle({ engine: { db }, caller, body }) {
        const only = readKey(body.id);
        await db.transaction(async (tx) => {
          // within a transaction, the session cache must not be cleared before commit
          tx.afterCommit(() => authenticator.forget());
          const ended = await endSessions(tx, { type, id: caller.id }, { only });
          if (ended.length === 0) throw badParameter();
        });
        return new Answer(null, revoked[caller.locale]);
      },
    },
  },
});
