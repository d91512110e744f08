import { text } from '#kernel/text/text.ts';
import { oneTimeTicket } from '#server/auth/one-time-ticket.ts';

/** Through the gate of the zoo, once. */
export const visitorPass = oneTimeTicket<{ readonly gate: string }>({ name: 'zoo visitor pass', seconds: 60 });

/** Rides on the train of the zoo: of one family, three of them. */
export const familyTicket = oneTimeTicket({ name: 'zoo family ticket', seconds: 60, uses: 3, held: true });

/** In and out of the zoo until the evening. */
export const dayTicket = oneTimeTicket({
  name: 'zoo day ticket',
  seconds: 43_200,
  uses: 'any',
  refusal: text('今日票已过期', 'The day ticket has expired'),
  data: { reason: 'forbidden' },
});
