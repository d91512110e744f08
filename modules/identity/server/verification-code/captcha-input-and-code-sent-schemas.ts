import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { integer, object } from '#server/open-api/json-schema-shorthands.ts';

/** The captcha that guests solve before a code is sent. */
export const captchaInput = {
  captcha: field.text(text('图形验证码', 'Captcha'), { max: 6 }),
  captcha_id: field.text(text('图形验证码编号', 'Captcha ID'), { max: 100 }),
};

/** Answer of a call that sends a code. */
export const codeSentAnswerSchema = object({ expires_in: integer, retry_after: integer });
