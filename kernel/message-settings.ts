import { field } from './field.ts';
import { type SettingValues, settings } from './settings.ts';
import { text } from './text.ts';

/** How a connection to a mail server is kept from others; the words are those of clients of the family. */
export const mailVerifications = {
  none: text('不加密', 'None'),
  SSL: text('SSL（直接加密，通常为 465 端口）', 'SSL (encrypted from the start, mostly port 465)'),
  TLS: text('TLS（STARTTLS，通常为 587 端口）', 'TLS (STARTTLS, mostly port 587)'),
};

/** By which server e-mail leaves. */
export const mailSettings = settings({
  name: 'mail',
  label: text('邮件', 'E-mail'),
  fields: {
    server: field.text(text('SMTP 服务器', 'SMTP server'), {
      max: 253,
      hint: text('主机名或 IP，如 smtp.example.gov.cn', 'Host name or address, such as smtp.example.gov.cn'),
    }),
    port: field.integer(text('SMTP 端口', 'SMTP port'), { min: 1, max: 65_535, initial: 465 }),
    user: field.text(text('SMTP 用户名', 'SMTP user'), { max: 200 }),
    pass: field.text(text('SMTP 密码或授权码', 'SMTP password'), { max: 200, privacy: 'hidden' }),
    verification: field.select(text('加密方式', 'Encryption'), {
      required: true,
      initial: 'SSL',
      options: mailVerifications,
    }),
    sender_mail: field.email(text('发件人邮箱', 'Sender')),
  },
});

/** Whether e-mail can leave: a relay of one's own office may want neither user nor password. */
export const isMailReady = ({
  server,
  port,
  sender_mail,
}: Pick<SettingValues<typeof mailSettings.fields>, 'server' | 'port' | 'sender_mail'>): boolean =>
  Boolean(server && port && sender_mail);
