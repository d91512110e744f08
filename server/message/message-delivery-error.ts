import { cleanText } from '#kernel/kind/field-kind-type-and-shared-conversions.ts';
import { type DeliveryFailureReason, deliveryFailureReasons } from '#kernel/message/delivery-failure-reasons.ts';

/** A server's reply as it is stored: one line, at most 300 characters. */
export const storedReply = (reply: string): string => cleanText(reply.replaceAll(/\s+/g, ' ')).slice(0, 300);

/** A message that a provider or mail server did not accept, with the reason and its reply. */
export class DeliveryError extends Error {
  readonly fault: DeliveryFailureReason;
  /** Further attempts would fail too. */
  readonly final: boolean;
  /** The message waits for something that is not its fault: it is tried again for as long as it is of use. */
  readonly waits: boolean;
  /** The other server's reply in one line; may be empty. */
  readonly response: string;

  constructor(
    fault: DeliveryFailureReason,
    {
      final = false,
      waits = false,
      statuses: response = '',
      cause,
    }: { final?: boolean; waits?: boolean; statuses?: string; cause?: unknown } = {},
  ) {
    super(deliveryFailureReasons[fault].en, { cause });
    this.name = 'Undelivered';
    this.fault = fault;
    this.final = final;
    this.waits = waits;
    this.response = storedReply(response);
  }
}
