import type { Locale } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** A message as its carrier receives it. */
export interface OutgoingMessage {
  readonly id: number;
  /** A mobile number, an e-mail address, or a person of the platform (`personAsRecipient`). */
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

/** Delivers messages of one queue; rejects with `DeliveryError`. Undefined: no carrier is configured. */
export type MessageCarrier = (engine: Engine, message: OutgoingMessage) => Promise<DeliveryResult> | undefined;

/** A person of the platform. */
export interface Person {
  readonly type: 'admin' | 'member';
  readonly id: number;
}

/** A person as the recipient of a message whose carrier finds out where they are reached. */
export const personAsRecipient = ({ type, id }: Person): string => `${type} ${id}`;

/** The person that a recipient names. Undefined: none. */
export function recipientAsPerson(recipient: string): Person | undefined {
  const [, type, id] = /^(admin|member) (\d{1,15})$/.exec(recipient) ?? [];
  return type === undefined ? undefined : { type: type as Person['type'], id: Number(id) };
}

/** A carrier of messages to people who were bound to an account elsewhere, which a module provides. */
export interface CarrierToBoundPeople {
  /** Whether a person is bound, and whether messages reach them at present. */
  readBinding(engine: Engine, person: Person): Promise<{ readonly isBound: boolean; readonly isReached: boolean }>;
  readonly carry: MessageCarrier;
}
