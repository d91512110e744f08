import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { integer, object } from '#server/open-api/json-schema-shorthands.ts';

const captcha = {
  captcha: field.text(text('图形验证码', 'Captcha'), { max: 6 }),
  captcha_id: field.text(text('图形验证码编号', 'Captcha ID'), { max: 100 }),
};

/** Descriptions of the calls that send verification codes for the API document. */
export const verificationCodeApiCallDescriptions: CallDescriptions = {
  'api/Sms/send': {
    summary: text('发送短信验证码', 'Send SMS code'),
    body: {
      mobile: field.mobile(text('手机', 'Mobile'), { required: true }),
      template_code: field.select(text('用途', 'Purpose'), {
        required: true,
        options: {
          enterprise_register: text('企业登记', 'Enterprise registration'),
          enterprise_query: text('进度查询', 'Progress query'),
          reward_objection: text('奖励公示异议', 'Objection to a reward'),
          user_register: text('会员注册', 'Member registration'),
          user_mobile_verify: text('验证绑定的手机', 'Verify bound mobile'),
          user_change_mobile: text('绑定新手机', 'Bind new mobile'),
          user_retrieve_pwd: text('会员重设密码', 'Member password reset'),
          admin_retrieve_pwd: text('管理员重设密码', 'Administrator password reset'),
        },
      }),
      ...captcha,
    },
    data: object({ expires_in: integer, retry_after: integer }),
  },
  'api/Ems/send': {
    summary: text('发送邮件验证码', 'Send e-mail code'),
    body: {
      email: field.email(text('电子邮箱', 'E-mail'), { required: true }),
      event: field.select(text('用途', 'Purpose'), {
        required: true,
        options: {
          user_register: text('会员注册', 'Member registration'),
          user_change_email: text('更换邮箱', 'Change e-mail address'),
          user_retrieve_pwd: text('会员重设密码', 'Member password reset'),
          user_email_verify: text('验证本人邮箱', 'Verify own e-mail address'),
        },
      }),
      ...captcha,
      password: field.text(text('密码（验证本人邮箱时）', "Password (when verifying one's own e-mail address)"), {
        max: 100,
      }),
    },
    data: object({ expires_in: integer, retry_after: integer }),
  },
};
