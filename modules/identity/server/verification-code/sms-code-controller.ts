import type { Controller } from '#server/http/controller.ts';
import { sendCode } from '#server/message/one-time-code.ts';
import { readSmsCodeRequest } from './sms-code-request.ts';

/** `POST /api/Sms/send {mobile, template_code}`: sends a verification code by SMS (wire contract §2.8). */
export const smsCodeController: Controller = {
  app: 'api',
  name: 'Sms',
  actions: {
    send: {
      gate: 'none',
      methods: ['POST'],
      secret: true,
      perMinute: 10,
      perMinuteFor: ['mobile'],
      async handle(call) {
        const { engine, body, caller } = call;
        const purpose = typeof body.template_code === 'string' ? body.template_code.trim() : '';
        const { mobile, owner } = await readSmsCodeRequest(call, purpose);
        await sendCode(engine, { mobile, purpose, ip: caller.ip, sender: caller, owner, locale: caller.locale });
        return { expires_in: 300, retry_after: 60 };
      },
    },
  },
};
