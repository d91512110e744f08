import { text } from '#kernel/text/text.ts';
import {
  confirmationLifetime,
  confirmationSecondsLeft,
  recordConfirmation,
} from '#server/auth/identity-confirmation-for-sensitive-actions.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, object } from '#server/open-api/json-schema-shorthands.ts';
import { appCodeInput, identityProofInputs, recoveryCodeInput } from './identity-proof-inputs.ts';
import {
  accountToVerifyOf,
  beginPasskeyProof,
  passkeyOptionsAnswer,
  passkeyProofSummary,
  proveIdentity,
  proveSecondFactor,
} from './prove-identity-by-password-and-second-factor.ts';

const ofSession = { gate: 'login', methods: ['POST'], secret: true } as const;
const confirmAction = { ...ofSession, inputFrom: 'body', answer: object({ confirmed: integer }) } as const;

/** Confirms the user's identity within a session; valid for sensitive actions during the next minutes. */
export const confirmIdentityControllers: readonly Controller[] = [
  {
    app: 'admin',
    name: 'index',
    actions: {
      confirm: call({
        ...confirmAction,
        title: text('验证本人', 'Identity verification'),
        summary: text('证明本人，十分钟内有效', 'Verify identity; valid for ten minutes'),
        checkedInRun: identityProofInputs,
        async run(made) {
          await proveIdentity(made);
          await recordConfirmation(made.engine.db, made.caller.sessionId);
          return { confirmed: confirmationLifetime };
        },
      }),
    },
  },
  {
    app: 'api',
    name: 'session',
    actions: {
      /** Members confirm by their second factor, if any; actions declared `confirmed` require it. */
      confirm: call({
        ...confirmAction,
        limit: { perMinute: 30 },
        summary: text(
          '出示二次验证，十分钟内有效；未启用的为 0',
          'Show the second factor, valid for ten minutes; 0 if not enabled',
        ),
        checkedInRun: { code: appCodeInput, recovery: recoveryCodeInput },
        async run(made) {
          if (!(await proveSecondFactor(made, accountToVerifyOf(made)))) return { confirmed: 0 };
          await recordConfirmation(made.engine.db, made.caller.sessionId);
          return { confirmed: confirmationLifetime };
        },
      }),
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
        ...ofSession,
        limit: { perMinute: 30 },
        summary: passkeyProofSummary,
        answer: passkeyOptionsAnswer,
        run: (made) => beginPasskeyProof(made),
      }),
    },
  },
];
