import type { Subject } from '#server/auth/subject.ts';

/** An account whose owner has passed all checks of sign-in. */
export interface AuthenticatedAccount {
  readonly who: Subject;
  readonly persistent: boolean;
  /** Hash of the given password, if any. */
  readonly password?: string | undefined;
  /** A second factor was verified, or a passkey in its place. */
  readonly factorDone?: boolean;
}
