import { text } from '#kernel/text/text.ts';
import { hashToken, tokenTypeOf } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import { sql } from '#server/db/sql.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { tokenOfRequest } from '#server/http/dispatch-call-to-controller.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { Refused } from '#server/refusal.ts';
import { identityProofInputs } from '../second-factor/identity-proof-inputs.ts';
import {
  type AccountToVerify,
  beginPasskeyProof,
  passkeyOptionsAnswer,
  passkeyProofSummary,
  proveIdentity,
} from '../second-factor/prove-identity-by-password-and-second-factor.ts';

const over = text('登录已结束，请重新登录', 'The session has ended. Sign in again');

const ofSession = { gate: 'login', methods: ['POST'], silent: true, secret: true, whileViewing: true } as const;

/** Locks the caller's session, as the browser does when idle, and unlocks it by verifying the user. */
export function lockAndUnlockSessionController({ engine: { db }, authenticator }: Platform): Controller {
  return {
    app: 'admin',
    name: 'session',
    actions: {
      lock: call({
        ...ofSession,
        summary: text('锁定本次登录', 'Lock this session'),
        answer: nothing,
        async run({ caller }) {
          await db.query(sql`update session set locked = true where id = ${caller.sessionId}`);
          authenticator.forget();
          return null;
        },
      }),
      /** Keeps the session active without other calls: the user is typing a long text. */
      stay: call({
        ...ofSession,
        summary: text('表明有人在操作', 'Report user activity'),
        answer: nothing,
        run: () => null,
      }),
      // a locked token has no caller, so read its session directly
      usePasskey: call({
        gate: 'none',
        methods: ['POST'],
        silent: true,
        secret: true,
        limit: { perMinute: 30 },
        summary: passkeyProofSummary,
        answer: passkeyOptionsAnswer,
        run: async (made) => beginPasskeyProof(made, await ownerOf(made)),
      }),
      unlock: call({
        gate: 'none',
        methods: ['POST'],
        silent: true,
        secret: true,
        limit: { perMinute: 30 },
        summary: text('证明本人，解锁本次登录', 'Verify identity and unlock this session'),
        inputFrom: 'body',
        checkedInRun: identityProofInputs,
        answer: nothing,
        run: unlock,
      }),
    },
  };

  /** The owner of a token's session, locked or not. */
  async function ownerOf({ request, params }: Call): Promise<AccountToVerify> {
    const token = tokenOfRequest(request, params, 'batoken');
    const type = tokenTypeOf('admin', false);
    const owner = await db.row<{ sessionId: number; id: number }>(sql`
      select s.id as "sessionId", a.id from token k join session s on s.id = k.session_id and s.subject_type = 'admin'
        join auth_admin a on a.id = s.subject_id and a.status = '1'
      where k.hash = ${hashToken(token, type)} and k.type = ${type}`);
    if (!owner) throw new Refused(over, { data: { reason: 'not_found' } });
    return { type: 'admin', ...owner };
  }

  async function unlock(call: Call): Promise<null> {
    const owner = await ownerOf(call);
    await proveIdentity(call, owner);
    await db.query(sql`update session set locked = false, last_seen = now() where id = ${owner.sessionId}`);
    authenticator.forget();
    return null;
  }
}
