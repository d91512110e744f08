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

/** The account that signs in, as holder of its ticket. */
export const signInHolder = ({ type, id }: AccountReference): string => `${type} ${id}`;
