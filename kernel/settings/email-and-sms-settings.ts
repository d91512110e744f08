import { field } from '../field/field.ts';
import { text } from '../text/text.ts';
import { type SettingValues, settings } from './declare-settings-section.ts';

/**
 * How the connection to a mail server is encrypted. The keys are those that BuildAdmin clients send.
 */
export const mailVerifications = {
  none: text('不加密', 'No encryption'),
  SSL: text('SSL（直接加密，通常为 465 端口）', 'SSL (direct encryption, usually port 465)'),
  TLS: text('TLS（STARTTLS，通常为 587 端口）', 'TLS (STARTTLS, usually port 587)'),
};

/** The settings of the server for outgoing e-mail. */
export const mailSettings = settings({
  name: 'mail',
  guarded: 'all',
  label: text('邮件', 'E-mail'),
  fields: {
    server: field.text(text('SMTP 服务器', 'SMTP server'), {
      max: 253,
      hint: text('主机名或 IP，如 smtp.example.gov.cn', 'Host name or IP, e.g. smtp.example.gov.cn'),
    }),
    port: field.integer(text('SMTP 端口', 'SMTP port'), { min: 1, max: 65_535, initial: 465 }),
    user: field.text(text('SMTP 用户名', 'SMTP user'), { max: 200 }),
    pass: field.text(text('SMTP 密码或授权码', 'SMTP password or authorisation code'), { max: 200, privacy: 'hidden' }),
    verification: field.select(text('加密方式', 'Encryption'), {
      required: true,
      initial: 'SSL',
      options: mailVerifications,
    }),
    sender_mail: field.email(text('发件人邮箱', 'Sender e-mail'), {
      hint: text(
        '邮件服务器收下即为“已发送”；之后是否送达平台无从得知，退信寄到这个邮箱，请有人查看',
        '“Sent” means the mail server accepted it; what happens afterwards is unknown to the platform. Bounces go to this address, so someone should check it',
      ),
    }),
  },
});

/** Whether the settings are sufficient to send e-mail. An internal relay may need neither user nor password. */
export const isMailReady = ({
  server,
  port,
  sender_mail,
}: Pick<SettingValues<typeof mailSettings.fields>, 'server' | 'port' | 'sender_mail'>): boolean =>
  Boolean(server && port && sender_mail);

/** The providers of text messages. */
const smsProviders = {
  none: text('不接入', 'Not connected'),
  aliyun: text('阿里云短信', 'Alibaba Cloud SMS'),
  tencent: text('腾讯云短信', 'Tencent Cloud SMS'),
};

/** The settings of text messages: the provider, and the quiet hours. */
export const smsSettings = settings({
  name: 'sms',
  guarded: 'all',
  label: text('短信', 'Text messages'),
  fields: {
    provider: field.select(text('服务商', 'Provider'), {
      required: true,
      initial: 'none',
      options: smsProviders,
      hint: text(
        '不接入时，短信留存在队列里，验证码见短信调试箱',
        'Without a provider, SMS are kept in the queue and codes are shown in the SMS debug box',
      ),
    }),
    access_key_id: field.text(text('AccessKey ID / SecretId', 'Access key ID / SecretId'), { max: 128 }),
    access_key_secret: field.text(text('AccessKey Secret / SecretKey', 'Access key secret / SecretKey'), {
      max: 128,
      privacy: 'hidden',
    }),
    sign: field.text(text('短信签名', 'SMS signature'), {
      max: 30,
      hint: text('已报备的签名，不含【】', 'The registered signature, without 【】'),
    }),
    app_id: field.text(text('SdkAppId（腾讯云）', 'SdkAppId (Tencent Cloud)'), { max: 40 }),
    region: field.text(text('地域（腾讯云）', 'Region (Tencent Cloud)'), {
      required: true,
      max: 40,
      initial: 'ap-guangzhou',
    }),
    endpoint: field.url(text('接口地址', 'API address'), {
      hint: text(
        '不填则用服务商的公网地址；专有云或代理在此填写',
        "The provider's public address if left empty; enter a private cloud or proxy here",
      ),
    }),
    price: field.number(text('单价（元/条）', 'Unit price (CNY/SMS)'), {
      min: 0,
      max: 100,
      hint: text('用于计算费用，如 0.045', 'Used to calculate costs, e.g. 0.045'),
    }),
    receipt_token: field.text(text('回执口令', 'Receipt token'), {
      min: 16,
      max: 100,
      privacy: 'hidden',
      hint: text(
        '自定 16 位以上；在服务商处把状态报告推送到 https://本平台地址/api/message.receipt/aliyun?token=口令（腾讯云为 tencent）。不填则不接收回执',
        'At least 16 characters of your choice. At the provider, push delivery reports to https://this-platform/api/message.receipt/aliyun?token=… (tencent for Tencent Cloud). If left empty no receipts are accepted',
      ),
    }),
    receipts_queried: field.switch(text('主动查询回执', 'Query receipts actively'), {
      initial: '0',
      hint: text(
        '服务商推送不到本平台时打开：每 5 分钟向其查询已发送短信的结果，至多 3 天。腾讯云须先申请开通拉取权限',
        'Enable if the provider cannot push to this platform: results of sent SMS are queried every 5 minutes for up to 3 days. Tencent Cloud requires an application for pull access',
      ),
    }),
    quiet_from: field.time(text('夜间免打扰：从', 'Quiet hours from'), { required: true, initial: '21:00:00' }),
    quiet_to: field.time(text('夜间免打扰：至', 'Quiet hours to'), {
      required: true,
      initial: '08:00:00',
      hint: text(
        '验证码与警报不受此限；两者相同则不设',
        'Does not apply to verification codes and alerts; set both equal to disable',
      ),
    }),
  },
});

/** Whether the settings are sufficient to send text messages. */
export const isSmsReady = ({
  provider,
  access_key_id,
  access_key_secret,
  sign,
  app_id,
}: SettingValues<typeof smsSettings.fields>): boolean =>
  provider !== 'none' && Boolean(access_key_id && access_key_secret && sign && (provider !== 'tencent' || app_id));
