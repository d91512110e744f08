import type { Text } from '../text/text.ts';
import type { Move, State } from './lifecycle.ts';

/** The states of a row that somebody enters, an officer verifies, and that is afterwards corrected on request only. */
export type VerificationState = 'pending' | 'returned' | 'verified' | 'changing' | 'withdrawn';

/** The moves between these states. */
export type VerificationMove =
  | 'submit'
  | 'withdraw'
  | 'verify'
  | 'return'
  | 'change'
  | 'verifyChange'
  | 'refuseChange'
  | 'withdrawChange';

/** What differs from the usual state or move. `as` is its name in this life cycle. */
export type RenamedOrChangedStep<T> = Partial<T> & { readonly as?: string };

/** How the entries of a resource are verified (`kernel/verification/declare-verification-lifecycle.ts`). */
export interface VerificationByOfficer<
  F extends readonly string[],
  S extends Readonly<Partial<Record<VerificationState, RenamedOrChangedStep<State>>>>,
  M extends Readonly<Partial<Record<VerificationMove, RenamedOrChangedStep<Move>>>>,
  W extends boolean,
> {
  /** The fields that the bureau verifies. Afterwards members can change them by request only. */
  readonly fields: F;
  /** The fields that say to whom the row belongs. Once it is verified, members can never change them. */
  readonly holder: readonly string[];
  /**
   * The row is verified as a whole, like a copy of a permit: nobody can edit it while an officer decides, and no member
   * once it is verified. Default: all other fields stay open.
   */
  readonly whole?: boolean;
  /**
   * Officers enter the rows, and no member holds any: certificates of officers themselves. What is verified is then
   * closed to officers too, and changed by request.
   */
  readonly byOffice?: boolean;
  /** Whether the people who entered the row may withdraw it before it is verified. */
  readonly withdrawable?: W;
  /** Code of the deadline rule for the officers' decision. */
  readonly rule: string;
  /** The word for the verification. Default: 核验, verification. */
  readonly word?: Text;
  /** The word for a request to change verified fields. Default: 更正, correction. */
  readonly changeWord?: Text;
  readonly states?: S;
  readonly moves?: M;
}
