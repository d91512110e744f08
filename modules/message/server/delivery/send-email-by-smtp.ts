import fs from 'node:fs/promises';
import os from 'node:os';
import { isMailReady, mailSettings } from '#kernel/settings/email-and-sms-settings.ts';
import { formatEmailSenderAndSubject } from '#modules/system/contract/format-email-sender-and-subject.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { findStoredFiles, pathOfStoredFile } from '#server/files/storage/find-and-remove-stored-files-by-address.ts';
import { storageFolder } from '#server/http/files/upload-controllers-and-storage-route.ts';
import { sendEmailToMailServer } from '#server/message/send-email-to-mail-server.ts';
import type { MessageCarrier } from '#server/platform/message-carrier.ts';

/** Sends e-mail through the configured SMTP server; undefined while none is configured. */
export const sendEmailBySmtp: MessageCarrier = (engine, { id, to, template, locale, text: content, attachment }) => {
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
  const send = async () => {
    const attachments = attachment === null ? [] : await readAttachment(engine, attachment);
    const sent = await sendEmailToMailServer(engine, { ...set, server, port, sender_mail }, { ...letter, attachments });
    return { provider: 'smtp', ...sent };
  };
  return send();
};

/** The file of a message under the name it was stored with; none if it was removed meanwhile. */
async function readAttachment(engine: Engine, url: string): Promise<{ filename: string; content: Buffer }[]> {
  const [stored] = await findStoredFiles(engine.db, [url]);
  if (!stored) return [];
  const content = await fs.readFile(pathOfStoredFile(storageFolder(engine), url)).catch(() => undefined);
  return content ? [{ filename: stored.name, content }] : [];
}
