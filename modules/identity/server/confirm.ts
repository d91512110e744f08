import { text } from '#kernel/text.ts';
import { confirmedFor, noteConfirmed } from '#server/auth/confirmation.ts';
import type { Controller } from '#server/http/controller.ts';
import { proveSelf } from './prove-self.ts';

/** A proof of who sits before an open session, good for what only the right person may do during the next minutes. */
export const confirmController: Controller = {
  app: 'admin',
  name: 'index',
  actions: {
    confirm: {
      gate: 'login',
      methods: ['POST'],
      title: text('验证本人', 'Prove who one is'),
      secret: true,
      async handle(call) {
        await proveSelf(call);
        await noteConfirmed(call.engine.db, call.caller.sessionId);
        return { confirmed: confirmedFor };
      },
    },
  },
};
