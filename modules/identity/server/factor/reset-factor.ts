import { text } from '#kernel/text.ts';
import { endSessions } from '#server/auth/token.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { Answer } from '#server/http/envelope.ts';
import type { Platform } from '#server/module.ts';
import { readKey } from '#server/read/row.ts';
import { notFound } from '#server/refusal.ts';
import { judgedBelow } from '../access-hooks.ts';
import { listFactors, removeFactors } from './factors.ts';

const say = {
  reset: text('管理员-重置二次验证', 'Administrators: reset the second factor'),
  done: text('已重置，该管理员的登录已全部结束', 'Reset; every session of the administrator has ended'),
};

/** Second factors of others: which they have, and taking them away from whoever lost their telephone. */
export function factorResetController({ engine: { db }, authenticator }: Platform): Controller {
  return {
    app: 'admin',
    name: 'auth.admin',
    actions: {
      factors: {
        gate: 'rule',
        node: 'auth/admin/resetFactor',
        async handle({ caller, query }) {
          const id = readKey(query.id);
          await judgedBelow(db, caller, id);
          return { list: await listFactors(db, id) };
        },
      },
      resetFactor: {
        gate: 'rule',
        methods: ['POST'],
        title: say.reset,
        async handle({ caller, body }) {
          const id = readKey(body.id);
          await db.transaction(async (tx) => {
            await judgedBelow(tx, caller, id);
            if ((await removeFactors(tx, id)) === 0) throw notFound();
            await tx.query(sql`delete from auth_sign_in where admin_id = ${id}`);
            await endSessions(tx, { type: 'admin', id });
            tx.afterCommit(() => authenticator.forget());
          });
          return new Answer(null, say.done[caller.locale]);
        },
      },
    },
  };
}
