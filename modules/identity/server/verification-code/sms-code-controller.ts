import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { sendCode } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { captchaInput, codeSentAnswerSchema } from './captcha-input-and-code-sent-schemas.ts';
import { readSmsCodeRequest } from './read-and-permit-sms-code-request.ts';

const purposes = {
  enterprise_register: text('企业登记', 'Enterprise registration'),
  enterprise_query: text('进度查询', 'Progress query'),
  complaint_file: text('旅游投诉', 'Tourism complaint'),
  reward_objection: text('奖励公示异议', 'Objection to a reward'),
  user_register: text('会员注册', 'Member registration'),
  user_mobile_verify: text('验证绑定的手机', 'Verify bound mobile'),
  user_change_mobile: text('绑定新手机', 'Bind new mobile'),
  user_retrieve_pwd: text('会员重设密码', 'Member password reset'),
  admin_retrieve_pwd: text('管理员重设密码', 'Administrator password reset'),
};

/** `POST /api/Sms/send {mobile, template_code}`: sends a verification code by SMS (wire contract §2.8). */
export const smsCodeController: Controller = {
  app: 'api',
  name: 'Sms',
  actions: {
    send: call({
      gate: 'none',
      methods: ['POST'],
      secret: true,
      limit: { perMinute: 10, per: ['mobile'] },
      summary: text('发送短信验证码', 'Send SMS code'),
      inputFrom: 'body',
      checkedInRun: {
        mobile: field.mobile(text('手机', 'Mobile'), { required: true }),
        template_code: field.select(text('用途', 'Purpose'), { required: true, options: purposes }),
        ...captchaInput,
      },
      answer: codeSentAnswerSchema,
      async run(made) {
        const { engine, body, caller } = made;
        const purpose = typeof body.template_code === 'string' ? body.template_code.trim() : '';
        const { mobile, owner } = await readSmsCodeRequest(made, purpose);
        await sendCode(engine, { mobile, purpose, ip: caller.ip, sender: caller, owner, locale: caller.locale });
        return { expires_in: 300, retry_after: 60 };
      },
    }),
  },
};
