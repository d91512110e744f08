import { text } from '#kernel/text/text.ts';
import {
  confirmationLifetime,
  confirmationSecondsLeft,
  recordConfirmation,
} from '#server/auth/identity-confirmation.ts';
import { call } from '#server/http/call.ts';
import type { Action, Controller } from '#server/http/controller.ts';
import { integer, object } from '#server/open-api/json-schema-shorthands.ts';
import { beginProof, passkeyOptions, proveFactor, proverOf, proveSelf, provesByPasskey } from './prove-self.ts';

const confirmAction = { gate: 'login', methods: ['POST'], secret: true } as const satisfies Partial<Action>;

/** Confirms the user's identity within a session; valid for sensitive actions during the next minutes. */
export const confirmIdentityControllers: readonly Controller[] = [
  {
    app: 'admin',
    name: 'index',
    actions: {
      confirm: {
        ...confirmAction,
        title: text('验证本人', 'Identity verification'),
        async handle(call) {
          await proveSelf(call);
          await recordConfirmation(call.engine.db, call.caller.sessionId);
          return { confirmed: confirmationLifetime };
        },
      },
    },
  },
  {
    app: 'api',
    name: 'session',
    actions: {
      /** Members confirm by their second factor, if any; actions declared `confirmed` require it. */
      confirm: {
        ...confirmAction,
        perMinute: 30,
        async handle(call) {
          if (!(await proveFactor(call, proverOf(call)))) return { confirmed: 0 };
          await recordConfirmation(call.engine.db, call.caller.sessionId);
          return { confirmed: confirmationLifetime };
        },
      },
      /** A page checks this before following a link, since a link cannot prompt. */
      confirmed: call({
        gate: 'login',
        confirmed: true,
        summary: text(
          '二次验证是否仍然有效；已过期的须先出示',
          'Whether the second factor is still valid; if expired it must be shown first',
        ),
        answer: object({ confirmed: integer }),
        run: async ({ engine, caller }) => ({
          confirmed: await confirmationSecondsLeft(engine.db, caller.sessionId),
        }),
      }),
      usePasskey: call({
        ...confirmAction,
        limit: { perMinute: 30 },
        summary: provesByPasskey,
        answer: passkeyOptions,
        run: (made) => beginProof(made),
      }),
    },
  },
];
