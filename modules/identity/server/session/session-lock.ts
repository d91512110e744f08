import { text } from '#kernel/text/text.ts';
import { hashToken, typeOf } from '#server/auth/token.ts';
import { sql } from '#server/db/sql.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { tokenOf } from '#server/http/dispatch.ts';
import type { Platform } from '#server/platform/server-module.ts';
import { Refused } from '#server/refusal.ts';
import { beginProof, type Prover, proveSelf } from '../second-factor/prove-self.ts';

const over = text('登录已结束，请重新登录', 'The session has ended. Sign in again');

/** Locks the caller's session, as the browser does when idle, and unlocks it by verifying the user. */
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
      /** Keeps the session active without other calls: the user is typing a long text. */
      stay: { gate: 'login', methods: ['POST'], silent: true, secret: true, whileViewing: true, handle: () => null },
      // a locked token has no caller, so read its session directly
      usePasskey: { gate: 'none', methods: ['POST'], silent: true, secret: true, perMinute: 30, handle: usePasskey },
      unlock: { gate: 'none', methods: ['POST'], silent: true, secret: true, perMinute: 30, handle: unlock },
    },
  };

  /** The owner of a token's session, locked or not. */
  async function ownerOf({ request, params }: Call): Promise<Prover> {
    const token = tokenOf(request, params, 'batoken');
    const type = typeOf('admin', false);
    const owner = await db.row<{ sessionId: number; id: number }>(sql`
      select s.id as "sessionId", a.id from token k join session s on s.id = k.session_id and s.subject_type = 'admin'
        join auth_admin a on a.id = s.subject_id and a.status = '1'
      where k.hash = ${hashToken(token, type)} and k.type = ${type}`);
    if (!owner) throw new Refused(over, { data: { reason: 'not_found' } });
    return { type: 'admin', ...owner };
  }

  /** Passkey options for unlocking and other verifications. */
  async function usePasskey(call: Call) {
    return beginProof(call, await ownerOf(call));
  }

  async function unlock(call: Call): Promise<null> {
    const owner = await ownerOf(call);
    await proveSelf(call, owner);
    await db.query(sql`update session set locked = false, last_seen = now() where id = ${owner.sessionId}`);
    authenticator.forget();
    return null;
  }
}
