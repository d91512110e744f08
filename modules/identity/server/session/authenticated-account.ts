import type { Subject } from '#server/auth/subject.ts';

/** An account whose owner has shown everything that signing in requires. */
export interface AuthenticatedAccount {
  readonly who: Subject;
  readonly persistent: boolean;
  /** The hash of the password they showed, where they showed one. */
  readonly password?: string | undefined;
  /** They showed a second factor, or a passkey that stands for one. */
  readonly factorDone?: boolean;
}
