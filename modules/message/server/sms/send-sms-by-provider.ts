import { isForeignPhone } from '#kernel/check/phone-number.ts';
import { placeholdersIn } from '#kernel/message/declare-and-fill-message-template.ts';
import { isSmsReady, smsSettings } from '#kernel/settings/email-and-sms-settings.ts';
import { afterQuietHours } from '#kernel/time/quiet-hours.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { DeliveryError } from '#server/message/message-delivery-error.ts';
import type { MessageCarrier, OutgoingMessage } from '#server/platform/message-carrier.ts';
import { aliyunSmsProvider } from './aliyun-sms-provider.ts';
import type { ProviderMessage, SmsAccount, SmsProvider } from './sms-provider.ts';
import { tencentSmsProvider } from './tencent-sms-provider.ts';

const providers = { aliyun: aliyunSmsProvider, tencent: tencentSmsProvider } as const;

/** The configured provider and its account; undefined while none is configured. */
export function configuredSmsProvider({
  settings,
  config,
}: Pick<Engine, 'settings' | 'config'>):
  | { readonly name: keyof typeof providers; readonly provider: SmsProvider; readonly by: SmsAccount }
  | undefined {
  const set = settings(smsSettings);
  if (!isSmsReady(set) || set.provider === 'none') return undefined;
  const provider = providers[set.provider];
  const by = {
    config,
    address: (set.endpoint ?? provider.address).replace(/\/+$/, ''),
    key: { id: set.access_key_id ?? '', secret: set.access_key_secret ?? '' },
    sign: set.sign ?? '',
    app: set.app_id ?? '',
    region: set.region,
  };
  return { name: set.provider, provider, by };
}

/**
 * Sends SMS through the configured provider; undefined while none is configured. Signatures and templates are
 * registered for numbers of mainland China: a message to a foreign number ends in the queue, with the reason.
 */
export const sendSmsByProvider: MessageCarrier = (engine, message) => {
  const set = configuredSmsProvider(engine);
  if (set && isForeignPhone(message.to)) return Promise.reject(new DeliveryError('abroad', { final: true }));
  return set && Promise.resolve().then(() => set.provider.send(set.by, asRegistered(engine, message)));
};

/** The template as registered at the provider: the English one if there is one, else the Chinese one. */
function asRegistered(
  { messages }: Engine,
  { id, to, template, locale, values, text }: OutgoingMessage,
): ProviderMessage {
  const codes = messages.codesOf({ code: template });
  const language = codes[locale] ? locale : 'zh-cn';
  const code = codes[language];
  if (!code) throw new DeliveryError('unregistered');
  const names = placeholdersIn(messages.textOf({ code: template })[language]);
  return { id, to, code, text, params: names.map((name) => [name, values[name] ?? '']) };
}

/** Whether the provider reports deliveries, by push or by poll. */
export function awaitsDeliveryReceipt({ settings }: Pick<Engine, 'settings'>): boolean {
  const { receipt_token, receipts_queried: pollsReceipts } = settings(smsSettings);
  return Boolean(receipt_token) || pollsReceipts === '1';
}

/** Cost in yuan, to a tenth of a cent. */
export function costOfSms({ settings }: Pick<Engine, 'settings'>, parts: number): number | undefined {
  const { price } = settings(smsSettings);
  return price === null ? undefined : Math.round(parts * price * 1000) / 1000;
}

/** Earliest delivery time: notices wait for the end of the quiet hours; codes and alerts do not. */
export function earliestSmsDelivery({ settings }: Pick<Engine, 'settings'>, urgency: string, at: number): number {
  const { quiet_from, quiet_to } = settings(smsSettings);
  return urgency === 'code' || urgency === 'alert' ? at : afterQuietHours(at, { from: quiet_from, to: quiet_to });
}
