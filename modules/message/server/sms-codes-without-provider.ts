import { text } from '#kernel/text/text.ts';
import type { Controller } from '#server/http/controller.ts';
import { forbidden, notFound } from '#server/refusal.ts';

/**
 * `GET /admin/message.sink/index`: one-time codes that this process sent while no carrier is configured. Super
 * administrators only; each call is logged.
 */
export const smsCodesWithoutProviderController: Controller = {
  app: 'admin',
  name: 'message.sink',
  actions: {
    index: {
      gate: 'login',
      secret: true,
      logged: true,
      title: text('短信调试箱-查看', 'Look at codes in the development sink'),
      handle({ engine, caller }) {
        if (!caller.super) throw forbidden();
        if (!engine.smsSink) throw notFound();
        return { list: engine.smsSink.list() };
      },
    },
  },
};
