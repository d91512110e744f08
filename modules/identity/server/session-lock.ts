import { text } from '#kernel/text.ts';
import { hashToken, typeOf } from '#server/auth/token.ts';
import { sql } from '#server/db/sql.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { tokenOf } from '#server/http/dispatch.ts';
import type { Platform } from '#server/module.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { checkCurrentPassword } from './current-password.ts';

const say = {
  wrong: text('密码不正确', 'Wrong password'),
  over: text('登录已结束，请重新登录', 'The session has ended; sign in again'),
};

/** Locking the own session, as the browser does of one nobody is at, and unlocking it by the password. */
export function sessionLockController({ engine: { db }, authenticator }: Platform): Controller {
  return {
    app: 'admin',
    name: 'session',
    actions: {
      lock: {
        gate: 'login',
        methods: ['POST'],
        silent: true,
        secret: true,
        whileViewing: true,
        async handle({ caller }) {
          await db.query(sql`update session set locked = true where id = ${caller.sessionId}`);
          authenticator.forget();
          return null;
        },
      },
      /** Somebody is there, though nothing was asked for: a long text is being typed. */
      stay: { gate: 'login', methods: ['POST'], silent: true, secret: true, whileViewing: true, handle: () => null },
      // a locked token is nobody's, so this looks at it by itself
      unlock: { gate: 'none', methods: ['POST'], silent: true, secret: true, perMinute: 30, handle: unlock },
    },
  };

  async function unlock({ request, params, body, caller }: Call): Promise<null> {
    const token = tokenOf(request, params, 'batoken');
    const type = typeOf('admin', false);
    const owner = await db.row<{ session: number; id: number; password: string }>(sql`
      select s.id as session, a.id, a.password from token k join session s on s.id = k.session_id and s.subject_type = 'admin'
        join auth_admin a on a.id = s.subject_id and a.status = '1'
      where k.hash = ${hashToken(token, type)} and k.type = ${type}`);
    if (!owner) throw new Refused(say.over, { data: { reason: 'not_found' } });
    const given = typeof body.password === 'string' ? body.password : '';
    if (!(await checkCurrentPassword(db, 'admin', owner, given)))
      throw invalid({ password: [say.wrong[caller.locale]] });
    await db.query(sql`update session set locked = false, last_seen = now() where id = ${owner.session}`);
    authenticator.forget();
    return null;
  }
}
