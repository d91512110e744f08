import { text } from '#kernel/text/text.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { externalRentalPlatform } from '../contract/external-rental-platform.ts';

const texts = {
  https: text('须以 https:// 开头', 'Must begin with https://'),
  origin: text(
    '只填协议、域名与端口，如 https://car.example.com',
    'Scheme, host and port only, e.g. https://car.example.com',
  ),
  secretAnew: text(
    '页面地址或来源改变时，须同时重新填写票据密钥',
    'Re-enter the ticket secret when the page address or origin changes',
  ),
  short: text('至少 32 个字符', 'At least 32 characters'),
};

const originOf = (address: string | null | undefined): string | undefined =>
  address ? new URL(address).origin : undefined;

function check({ values, before, fail, engine }: WriteContext<typeof externalRentalPlatform>): void {
  const base = values.base_url ?? before?.base_url;
  if (base && !base.startsWith('https://')) fail('base_url', texts.https);
  // an empty origin defaults to that of the address
  if (values.origin === null || values.origin === '' || (!before && values.origin === undefined))
    values.origin = base ? new URL(base).origin : null;
  else if (values.origin && (!values.origin.startsWith('https://') || new URL(values.origin).origin !== values.origin))
    fail('origin', texts.origin);
  const { ticket_secret } = values;
  if (!ticket_secret) {
    // the secret is never shown, so a form without it keeps it; whoever does not know it cannot redirect tickets to
    // another address
    if (before) {
      delete values.ticket_secret;
      if (originOf(base) !== originOf(before.base_url) || (values.origin ?? before.origin) !== before.origin)
        fail('ticket_secret', texts.secretAnew);
    }
  } else if (ticket_secret.length < 32) fail('ticket_secret', texts.short);
  else values.ticket_secret = engine.seal.seal(ticket_secret, '').cipher;
}

/** Hooks of rental platforms: only safe addresses, and a secret that is never read back. */
export const rentalPlatformWriteHooks: WriteHooks<typeof externalRentalPlatform> = { add: check, edit: check };
