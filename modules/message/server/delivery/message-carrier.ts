import type { Locale } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';

/** A message as its carrier receives it. */
export interface OutgoingMessage {
  readonly id: number;
  /** A mobile number or an e-mail address. */
  readonly to: string;
  readonly template: string;
  readonly locale: Locale;
  /** Values of the placeholders. */
  readonly values: Readonly<Record<string, string>>;
  /** The text with its placeholders filled in. */
  readonly text: string;
  /** Address of a private file that goes with it. */
  readonly attachment: string | null;
}

/** Result of handing a message to a carrier. */
export interface DeliveryResult {
  readonly provider: string;
  /** Id of the message at the provider. */
  readonly id: string;
  /** Number of short messages billed. */
  readonly parts?: number;
  /** The carrier's response, in one line. */
  readonly response?: string;
}

/** Delivers messages of one queue; throws `Undelivered`. Undefined: no carrier is configured. */
export type MessageCarrier = (engine: Engine, message: OutgoingMessage) => Promise<DeliveryResult> | undefined;
