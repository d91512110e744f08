import type { Locale } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine.ts';

/** A message as whoever carries it gets it. */
export interface Outgoing {
  readonly id: number;
  /** A mobile number or an e-mail address. */
  readonly to: string;
  readonly template: string;
  readonly locale: Locale;
  /** What is filled into the words. */
  readonly values: Readonly<Record<string, string>>;
  /** The words, filled in. */
  readonly text: string;
}

/** What is known of a message that was taken. */
export interface DeliveryResult {
  readonly provider: string;
  /** By which the provider knows it. */
  readonly id: string;
  /** Short messages it is paid for as. */
  readonly parts?: number;
  /** What they said when they took it, in one line. */
  readonly response?: string;
}

/** Whoever brings messages of one queue to people; throws `Undelivered`. Undefined: there is nobody now. */
export type Carrier = (engine: Engine, message: Outgoing) => Promise<DeliveryResult> | undefined;
