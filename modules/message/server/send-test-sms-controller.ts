import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import { storedSetting } from '#modules/system/contract/stored-setting.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { sendCode } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import { isDeliverable } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { queuedSms } from '../contract/queued-sms.ts';

const texts = {
  title: text('系统设置-发送测试短信', 'Settings: send a test text message'),
  none: text('尚未接入短信服务商', 'No SMS provider is connected'),
  mobile: text('请先在个人资料中填写手机号', 'Enter your mobile number in your profile first'),
  queued: text('已加入短信队列', 'Added to the SMS queue'),
};

/**
 * `POST message.sms/test`: sends a code to the caller's own mobile through the configured provider. The queue shows the
 * result.
 */
export const sendTestSmsController: Controller = {
  app: 'admin',
  name: queuedSms.name.replace('/', '.'),
  actions: {
    test: call({
      gate: 'rule',
      node: `${storedSetting.name}/edit`,
      methods: ['POST'],
      title: texts.title,
      summary: text(
        '向本人手机发送一条验证码，试验短信设置',
        "Send a code to one's own mobile to test the SMS settings",
      ),
      limit: { perMinute: 10 },
      answer: nothing,
      async run({ engine, caller: { id, ip, locale } }) {
        if (!isDeliverable(engine, 'mobile')) throw new Refused(texts.none, { data: { reason: 'away' } });
        const own = await engine.db.row<{ mobile: string | null }>(
          sql`select mobile from ${sql.id(tableOf(admin))} where id = ${id}`,
        );
        if (!own?.mobile) throw new Refused(texts.mobile, { data: { reason: 'not_found' } });
        await sendCode(engine, { mobile: own.mobile, purpose: 'test_sms', ip, locale });
        return new Answer(null, texts.queued[locale]);
      },
    }),
  },
};
