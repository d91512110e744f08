import { text } from '#kernel/text/text.ts';
import type { AccountReference } from './account-reference.ts';
import { oneTimeTicket } from './one-time-ticket.ts';

/** What a sign-in in progress has shown. */
export interface SignInProgress {
  /** How it started; without a password, no password change is due. */
  readonly by: 'password' | 'passkey' | 'oidc';
  readonly persistent: boolean;
  readonly factorDone: boolean;
  /** The hash of the password that was given: a ticket is good while it is still the account's. */
  readonly password?: string | undefined;
}

/** Stands for an account from the password to the last step of its sign-in. */
export const signInTicket = oneTimeTicket<SignInProgress>({
  name: 'sign-in',
  seconds: 900,
  refusal: text('登录已超时，请重新输入账号和密码', 'Sign-in timed out. Enter account and password again'),
});

/** What a sign-in by the identity provider comes back to. */
interface ProviderSignIn {
  readonly nonce: string;
  readonly verifier: string;
  readonly redirect_uri: string;
  readonly persistent: boolean;
  /** The officer who links the identity; null: somebody signs in. */
  readonly admin_id: number | null;
}

/**
 * Stands for a sign-in at the identity provider, or a link to it. Its secret has two halves: the state, which the
 * provider sends back, and what only the browser that began it knows.
 */
export const providerSignInTicket = oneTimeTicket<ProviderSignIn>({
  name: 'identity provider',
  seconds: 600,
  refusal: text('登录已超时，请重新开始', 'Signing in took too long; start again'),
});

/** The account that signs in, as holder of its ticket. */
export const signInHolder = ({ type, id }: AccountReference): string => `${type} ${id}`;
