import { isMobile } from '#kernel/check/mobile.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine.ts';
import { Refused } from '#server/refusal.ts';

/** Seconds for which a verified mobile may continue an application. */
export const ticketLifeSeconds = 2 * 3600;

const expired = text('手机验证已过期，请重新获取短信验证码', 'Mobile verification has expired. Get a new SMS code');

/**
 * Issues a ticket proving that its holder received a code at a mobile: number and expiry, sealed. It travels in URLs,
 * which servers and proxies log, so the number must not be readable.
 */
export function issueMobileTicket(engine: Pick<Engine, 'seal'>, mobile: string, now = Date.now()): string {
  return engine.seal.seal(`${purpose} ${mobile} ${Math.floor(now / 1000) + ticketLifeSeconds}`, '').cipher;
}

/**
 * Input of calls that need a ticket. Without one they are refused like with an expired one, upon which the page asks for
 * a new code.
 */
export const ticketInput = {
  ticket: field.text(
    text('手机验证凭据（verify 的回答，必填）', 'Proof of mobile verification (answered by verify; required)'),
    {
      max: 1000,
    },
  ),
};

const purpose = 'enterprise-ticket';

/** The mobile proven by a ticket; refused if invalid or expired. */
export function readMobileTicket(engine: Pick<Engine, 'seal'>, ticket: unknown, now = Date.now()): string {
  const [kind, mobile = '', until = ''] = typeof ticket === 'string' ? openTicket(engine, ticket) : [];
  if (kind !== purpose || !isMobile(mobile) || !(Number(until) * 1000 > now))
    throw new Refused(expired, { data: { reason: 'forbidden', ticket: 'expired' } });
  return mobile;
}

function openTicket(engine: Pick<Engine, 'seal'>, ticket: string): string[] {
  try {
    return engine.seal.open({ mask: '', cipher: ticket, hash: '' }).split(' ');
  } catch {
    return [];
  }
}
