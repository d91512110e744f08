import { text } from '#kernel/text/text.ts';
import { oneTimeTicket } from '#server/auth/one-time-ticket.ts';
import type { DrawnKind } from '../../contract/draw/format-and-parse-draw-record-ids.ts';
import { resourcesOfDrawKind } from './database-tables-of-inspection-or-expert-draw.ts';

export interface InvitedWitness {
  readonly kind: DrawnKind;
  readonly draw: number;
  readonly witness: number;
}

/** Two days. */
export const witnessCodeLifetimeSeconds = 2 * 86_400;

/** The code of a witness: once, for two days; issuing another ends it. */
export const oneTimeWitnessCode = oneTimeTicket<InvitedWitness>({
  name: 'draw witness',
  seconds: witnessCodeLifetimeSeconds,
  refusal: text(
    '见证码已使用、已换新或已过期，请向工作人员索取新的',
    'The code was used, replaced or has expired. Ask the staff for another',
  ),
});

export const holderKeyOfWitness = (kind: DrawnKind, witness: number) =>
  `${resourcesOfDrawKind[kind].witness.name} ${witness}`;
