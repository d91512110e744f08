import type { Text } from '../text/text.ts';
import type { Move, State } from './lifecycle.ts';

/** States of what is entered, verified by an officer, and corrected on request from then on. */
export type VerificationState = 'pending' | 'returned' | 'verified' | 'changing' | 'withdrawn';

/** Moves between them. */
export type VerificationMove =
  | 'submit'
  | 'withdraw'
  | 'verify'
  | 'return'
  | 'change'
  | 'verifyChange'
  | 'refuseChange'
  | 'withdrawChange';

/** What differs from the usual state or move; `as`: its name in this life cycle. */
export type Differing<T> = Partial<T> & { readonly as?: string };

/** How the entries of a resource are verified (`kernel/verification/verified.ts`). */
export interface Verification<
  F extends readonly string[],
  S extends Readonly<Partial<Record<VerificationState, Differing<State>>>>,
  M extends Readonly<Partial<Record<VerificationMove, Differing<Move>>>>,
  W extends boolean,
> {
  /** Fields the bureau vouches for: once verified, members change them by request. */
  readonly fields: F;
  /** Fields that say whose the row is: once it is verified, members never change them. */
  readonly holder: readonly string[];
  /**
   * The whole row is what is verified, as the copy of a paper: nobody edits it while an officer decides, and no member
   * once it is verified. Default: the other fields stay open.
   */
  readonly whole?: boolean;
  /**
   * Officers enter the rows, and no member holds any: certificates of officers themselves. What is verified is then
   * closed to officers too, and changed by request.
   */
  readonly byOffice?: boolean;
  /** Those who entered it may withdraw it before it is verified. */
  readonly withdrawable?: W;
  /** Rule of the time limit in which officers decide. */
  readonly rule: string;
  /** What it is called. Default: 核验, verification. */
  readonly word?: Text;
  /** What a request to change verified fields is called. Default: 更正, correction. */
  readonly changeWord?: Text;
  readonly states?: S;
  readonly moves?: M;
}
