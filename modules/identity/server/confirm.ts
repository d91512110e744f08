import { text } from '#kernel/text.ts';
import { confirmedFor, noteConfirmed } from '#server/auth/confirmation.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { invalid } from '#server/refusal.ts';
import { checkCurrentPassword } from './current-password.ts';

const words = {
  title: text('验证本人', 'Prove who one is'),
  wrong: text('密码不正确', 'Wrong password'),
};

/** An open session proves nothing of who sits before it: some calls ask for the password once more. */
export const confirmController: Controller = {
  app: 'admin',
  name: 'index',
  actions: {
    confirm: {
      gate: 'login',
      methods: ['POST'],
      title: words.title,
      secret: true,
      async handle({ engine: { db }, caller, body }) {
        const row = await db.row<{ password: string }>(sql`select password from auth_admin where id = ${caller.id}`);
        const given = typeof body.password === 'string' ? body.password : '';
        if (!row || !(await checkCurrentPassword(db, 'admin', { id: caller.id, ...row }, given)))
          throw invalid({ password: [words.wrong[caller.locale]] });
        await noteConfirmed(db, caller.sessionId);
        return { confirmed: confirmedFor };
      },
    },
  },
};
