import { setTimeout } from 'node:timers/promises';
import type { Fields } from '#kernel/declaration/field.ts';
import { field } from '#kernel/field/field.ts';
import { type DeliveryFailureReason, deliveryFailureReasons } from '#kernel/message/delivery-failure-reasons.ts';
import { mailSettings, mailVerifications } from '#kernel/settings/email-and-sms-settings.ts';
import { text, textIn } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call } from '#server/http/controller.ts';
import { DeliveryError } from '#server/message/message-delivery-error.ts';
import { sendEmailToMailServer } from '#server/message/send-email-to-mail-server.ts';
import { forbidden, invalid, Refused } from '#server/refusal.ts';
import { checkFields } from '#server/write/field/validate-input-by-field-declarations.ts';
import { formatEmailSenderAndSubject } from '../../contract/format-email-sender-and-subject.ts';
import { siteSettings } from '../../contract/site-settings.ts';
import { mayChangeGuardedSettings } from './guard-settings-only-super-admins-change.ts';

const texts = {
  sent: text('测试邮件发送成功~', 'Test message sent successfully~'),
  about: text('测试邮件', 'Test e-mail'),
  letter: text(
    '这是一封测试邮件。收到它，说明邮件设置可以使用。',
    'This is a test e-mail. Receiving it means the e-mail settings work.',
  ),
  failed: text('测试邮件没有发出：{why}', 'The test e-mail was not sent: {why}'),
  failedWithReply: text(
    '测试邮件没有发出：{why}（对方答复：{response}）',
    'The test e-mail was not sent: {why} (server reply: {response})',
  ),
};

/** Milliseconds for connection and greeting each, and for the whole delivery. */
const waits = { connect: 2_500, line: 15_000, whole: 30_000 };
/** Faults before the other side answered like a mail server. */
const silent: ReadonlySet<DeliveryFailureReason> = new Set(['unreachable', 'unanswered']);

/**
 * A port that is closed, filtered or used by something else gives the same error after the same time, without what was
 * received: the test of a mail server must not serve to scan the network.
 */
async function hideSilentFaults(
  { fault, response }: DeliveryError,
  began: number,
): Promise<{ fault: DeliveryFailureReason; response: string }> {
  if (!silent.has(fault)) return { fault, response };
  await setTimeout(Math.max(0, began + 2 * waits.connect - Date.now()));
  return { fault: 'unanswered', response: '' };
}

const { server, port, user, pass, sender_mail } = mailSettings.fields;
/** The form as filled in, saved or not, and the address to send to. */
export const mailForm: Fields = {
  smtp_server: { ...server, required: true },
  smtp_port: { ...port, required: true },
  smtp_user: user,
  smtp_pass: pass,
  smtp_verification: field.select(mailSettings.fields.verification.label, { options: mailVerifications }),
  smtp_sender_mail: { ...sender_mail, required: true },
  testMail: field.email(text('收件人', 'Recipient'), { required: true }),
};

/** `POST sendTestMail`: sends a test mail with the settings in the form, before they are saved. */
export async function sendTestMail({ engine, body, caller }: Call): Promise<Answer> {
  if (!mayChangeGuardedSettings(caller)) throw forbidden();
  const sent = Object.fromEntries(Object.keys(mailForm).map((name) => [name, body[name] ?? null]));
  const { values, errors } = checkFields(mailForm, sent, caller.locale, true);
  if (Object.keys(errors).length > 0) throw invalid(errors, mailForm);
  const by = {
    server: String(values.smtp_server),
    port: Number(values.smtp_port),
    user: wordOf(values.smtp_user),
    verification: (values.smtp_verification ?? 'none') as keyof typeof mailVerifications,
    sender_mail: String(values.smtp_sender_mail),
  };
  const began = Date.now();
  try {
    await sendEmailToMailServer(
      engine,
      { ...by, pass: wordOf(values.smtp_pass) ?? savedPassword(engine, by) },
      {
        to: String(values.testMail),
        ...formatEmailSenderAndSubject(engine.settings(siteSettings), texts.about[caller.locale], caller.locale),
        text: texts.letter[caller.locale],
      },
      waits,
    );
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const { fault, response } = await hideSilentFaults(error, began);
    throw new Refused(response ? texts.failedWithReply : texts.failed, {
      values: { why: deliveryFailureReasons[fault][caller.locale], response },
      data: { reason: 'undelivered', fault },
    });
  }
  return new Answer(null, textIn(texts.sent, caller.locale));
}

const wordOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The saved password is only sent to the server it was saved for, with the same or stronger encryption. */
function savedPassword(
  { settings }: Pick<Engine, 'settings'>,
  by: { server: string; port: number; user: string | null; verification: string },
): string | null {
  const saved = settings(mailSettings);
  const same =
    by.server === saved.server &&
    by.port === saved.port &&
    by.user === saved.user &&
    by.verification === saved.verification;
  return same ? saved.pass : null;
}
