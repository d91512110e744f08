import { text } from '#kernel/text.ts';
import type { CallDescriptions } from '#server/open-api/document.ts';
import { integer, list, object, string } from '#server/open-api/schema.ts';

/** What the API document says of text messages. */
export const messageCalls: CallDescriptions = {
  'admin/message.sink/index': {
    summary: text(
      '未接入短信服务商时的验证码（仅超级管理员），新的在前',
      'Codes while no SMS provider is configured (super administrators), newest first',
    ),
    data: object({ list: list(object({ mobile: string, text: string, createtime: integer })) }),
  },
};
