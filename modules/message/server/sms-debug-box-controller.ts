import { text } from '#kernel/text/text.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { forbidden, notFound } from '#server/refusal.ts';

/**
 * `GET /admin/message.sink/index`: one-time codes that this process sent while no carrier is configured. Super
 * administrators only; each call is logged.
 */
export const smsDebugBoxController: Controller = {
  app: 'admin',
  name: 'message.sink',
  actions: {
    index: call({
      gate: 'login',
      secret: true,
      logged: true,
      title: text('短信调试箱-查看', 'Look at codes in the SMS debug box'),
      summary: text(
        '未接入短信服务商时的验证码（仅超级管理员），新的在前',
        'Codes while no SMS provider is connected (super administrators only), newest first',
      ),
      answer: object({ list: list(object({ mobile: string, text: string, createtime: integer })) }),
      run({ engine, caller }) {
        if (!caller.super) throw forbidden();
        if (!engine.smsSink) throw notFound();
        return { list: engine.smsSink.list() };
      },
    }),
  },
};
