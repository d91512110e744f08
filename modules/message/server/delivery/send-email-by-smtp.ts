import os from 'node:os';
import { isMailReady, mailSettings } from '#kernel/settings/message-settings.ts';
import { formatEmailSenderAndSubject } from '#modules/system/contract/format-email-sender-and-subject.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { sendEmailToMailServer } from '#server/message/send-email-to-mail-server.ts';
import type { MessageCarrier } from './message-carrier.ts';

/** Sends e-mail through the configured SMTP server; undefined while none is configured. */
export const sendEmailBySmtp: MessageCarrier = (engine, { id, to, template, locale, text: content }) => {
  const set = engine.settings(mailSettings);
  const { server, port, sender_mail } = set;
  if (!isMailReady(set) || !server || !port || !sender_mail) return undefined;
  const label = engine.messages.templates.find(({ code }) => code === template)?.label;
  const letter = {
    to,
    ...formatEmailSenderAndSubject(engine.settings(siteSettings), label?.[locale] ?? template, locale),
    text: content,
    messageId: `<${id}.${engine.hash(`mail ${id} ${to}`).slice(0, 16)}@${sender_mail.split('@')[1] ?? os.hostname()}>`,
  };
  return sendEmailToMailServer(engine, { ...set, server, port, sender_mail }, letter).then((sent) => ({
    provider: 'smtp',
    ...sent,
  }));
};
