import type { AccountReference } from '#server/auth/account-reference.ts';

/** An account whose owner has passed all checks of sign-in. */
export interface AuthenticatedAccount {
  readonly who: AccountReference;
  readonly persistent: boolean;
  /** Hash of the given password, if any. */
  readonly password?: string | undefined;
  /** A second factor was verified, or a passkey in its place. */
  readonly factorDone?: boolean;
}
