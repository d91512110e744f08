import { text } from '#kernel/text/text.ts';
import { confirmationLifetime, confirmationSecondsLeft, recordConfirmation } from '#server/auth/confirmation.ts';
import type { Action, Controller } from '#server/http/controller.ts';
import { beginProof, proveFactor, proverOf, proveSelf } from './prove-self.ts';

const confirmAction = { gate: 'login', methods: ['POST'], secret: true } as const satisfies Partial<Action>;

/** A proof of who sits before an open session, good for what only the right person may do during the next minutes. */
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
      /** Of a member the second factor, where they have one: actions that say `confirmed` wait for it. */
      confirm: {
        ...confirmAction,
        perMinute: 30,
        async handle(call) {
          if (!(await proveFactor(call, proverOf(call)))) return { confirmed: 0 };
          await recordConfirmation(call.engine.db, call.caller.sessionId);
          return { confirmed: confirmationLifetime };
        },
      },
      /** What a page asks before it leads to a link, which cannot ask. */
      confirmed: {
        gate: 'login',
        confirmed: true,
        handle: async ({ engine, caller }) => ({
          confirmed: await confirmationSecondsLeft(engine.db, caller.sessionId),
        }),
      },
      usePasskey: { ...confirmAction, perMinute: 30, handle: (call) => beginProof(call) },
    },
  },
];
