import type { Taken } from '../carrier.ts';

/** An account at a provider. */
export interface SmsAccount {
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
  readonly words: string;
}

export interface SmsProvider {
  /** Where it is called unless something else is set. */
  readonly address: string;
  /** Throws `Undelivered`. */
  send(by: SmsAccount, message: ProviderMessage): Promise<Taken>;
}
