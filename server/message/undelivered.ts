import { cleanText } from '#kernel/kind/kind.ts';
import { type DeliveryFailure, deliveryFailures } from '#kernel/message/delivery-failure.ts';

/** What another server said, as it is kept. */
export const oneLine = (reply: string): string => cleanText(reply.replaceAll(/\s+/g, ' ')).slice(0, 300);

/** A message that was not taken by whoever was to carry it: why, and what they said. */
export class Undelivered extends Error {
  readonly fault: DeliveryFailure;
  /** Another try would go the same way. */
  readonly final: boolean;
  /** What the other side answered, in one line; empty: nothing. */
  readonly response: string;

  constructor(
    fault: DeliveryFailure,
    { final = false, statuses: response = '', cause }: { final?: boolean; statuses?: string; cause?: unknown } = {},
  ) {
    super(deliveryFailures[fault].en, { cause });
    this.name = 'Undelivered';
    this.fault = fault;
    this.final = final;
    this.response = oneLine(response);
  }
}
