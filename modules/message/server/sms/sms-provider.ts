import type { Outgoing } from '#server/outgoing/fetch-limited.ts';
import type { DeliveryResult } from '../delivery/carrier.ts';
import type { Receipt } from './read-receipt.ts';

/** An account at a provider. */
export interface SmsAccount extends Outgoing {
  /** `https://host`, without a slash at the end. */
  readonly address: string;
  readonly key: { readonly id: string; readonly secret: string };
  /** The registered signature, without its brackets. */
  readonly sign: string;
  /** SdkAppId of Tencent. */
  readonly app: string;
  readonly region: string;
}

/** A text message as a provider takes it: a registered template, and what is filled in, in the order of its words. */
export interface ProviderMessage {
  readonly id: number;
  readonly to: string;
  readonly code: string;
  readonly params: readonly (readonly [string, string])[];
  readonly text: string;
}

/** A message the provider took, of which nothing more is known. */
export interface AwaitedMessage {
  /** By which the provider knows it. */
  readonly id: string;
  readonly to: string;
  /** The day it was sent on in China, `20250601`. */
  readonly day: string;
}

export interface SmsProvider {
  /** Where it is called unless something else is set. */
  readonly address: string;
  /** Throws `Undelivered`. */
  send(by: SmsAccount, message: ProviderMessage): Promise<DeliveryResult>;
  /** What became of these messages, or of any, as far as it is known by now; a piece for each call. Throws `Undelivered`. */
  poll(by: SmsAccount, awaited: readonly AwaitedMessage[]): AsyncIterable<readonly Receipt[]>;
}
