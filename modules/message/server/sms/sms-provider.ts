import type { Outgoing } from '#server/outgoing/fetch-with-size-and-address-limits.ts';
import type { DeliveryResult } from '#server/platform/message-carrier.ts';
import type { SmsDeliveryReceipt } from './parse-delivery-receipt.ts';

/** An account at a provider. */
export interface SmsAccount extends Outgoing {
  /** `https://host`, without a trailing slash. */
  readonly address: string;
  readonly key: { readonly id: string; readonly secret: string };
  /** Registered signature, without brackets. */
  readonly sign: string;
  /** SdkAppId of Tencent. */
  readonly app: string;
  readonly region: string;
}

/** A message as providers accept it: a registered template and its values in the order of the text. */
export interface ProviderMessage {
  readonly id: number;
  readonly to: string;
  readonly code: string;
  readonly params: readonly (readonly [string, string])[];
  readonly text: string;
}

/** A sent message whose delivery result is pending. */
export interface AwaitedMessage {
  /** Id of the message at the provider. */
  readonly id: string;
  readonly to: string;
  /** The day it was sent in China, `20250601`. */
  readonly day: string;
}

export interface SmsProvider {
  /** Default address of its API. */
  readonly address: string;
  /** Throws `Undelivered`. */
  send(by: SmsAccount, message: ProviderMessage): Promise<DeliveryResult>;
  /** Delivery results of these or any messages available now, one batch per call. Throws `Undelivered`. */
  poll(by: SmsAccount, awaited: readonly AwaitedMessage[]): AsyncIterable<readonly SmsDeliveryReceipt[]>;
}
