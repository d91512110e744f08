import { isMobile } from '#kernel/check/mobile.ts';
import { text } from '#kernel/text.ts';
import type { Engine } from '#server/engine.ts';
import { Refused } from '#server/refusal.ts';

/** Seconds an applicant may work on once the mobile is verified. */
export const ticketLife = 2 * 3600;

const expired = text('手机验证已过期，请重新获取短信验证码', 'Your verification has expired; ask for a new SMS code');

/** Proof that its holder received a code at a mobile number: the number, the end, and our signature. */
export function issueTicket(engine: Pick<Engine, 'seal'>, mobile: string, now = Date.now()): string {
  const claim = `${mobile}.${Math.floor(now / 1000) + ticketLife}`;
  return `${claim}.${engine.seal.sign(`enterprise ticket ${claim}`)}`;
}

/** The mobile a ticket proves; refused when it is not ours or no longer valid. */
export function readTicket(engine: Pick<Engine, 'seal'>, ticket: unknown, now = Date.now()): string {
  const [mobile = '', until = '', signature = ''] = typeof ticket === 'string' ? ticket.split('.') : [];
  const valid =
    isMobile(mobile) &&
    /^\d{10}$/.test(until) &&
    engine.seal.verify(`enterprise ticket ${mobile}.${until}`, signature) &&
    Number(until) * 1000 > now;
  if (!valid) throw new Refused(expired, { data: { reason: 'forbidden', ticket: 'expired' } });
  return mobile;
}
