import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { oneTimeTicket } from '#server/auth/one-time-ticket.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** The ticket of somebody who entered the code sent to this mobile. They can continue an application for two hours. */
export const mobileTicket = oneTimeTicket<{ readonly mobile: string }>({
  name: 'registration mobile',
  seconds: 2 * 3600,
  uses: 'any',
  refusal: text('手机验证已过期，请重新获取短信验证码', 'Mobile verification has expired. Get a new SMS code'),
  data: { reason: 'forbidden', ticket: 'expired' },
});

/**
 * Input of calls that need a ticket. Without one they are refused as with an expired one; the page then asks
 * for a new code.
 */
export const ticketInput = {
  ticket: field.text(
    text('手机验证凭据（verify 的回答，必填）', 'Proof of mobile verification (answered by verify; required)'),
    {
      max: 1000,
    },
  ),
};

/** The mobile proven by a ticket; refused if invalid or expired. */
export const readMobileTicket = async ({ db }: Pick<Engine, 'db'>, ticket: unknown): Promise<string> =>
  (await mobileTicket.redeem(db, ticket)).mobile;
