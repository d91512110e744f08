/**
 * A move that waits for approvals. The input of its first step is stored here until the move takes effect. It can be
 * approved only in the state in which it was proposed: when the row leaves that state, it lapses.
 */
export interface PendingMoveApproval {
  readonly move: string;
  readonly from: string;
  /** The next step. */
  readonly next: string;
  /** The steps that were taken, by whom and when (unix seconds). */
  readonly taken: readonly { readonly step: string; readonly by: number; readonly name: string; readonly at: number }[];
  /** The officer to whom it was handed over, who may withdraw it, but not take any of its steps. */
  readonly holder?: number;
  /** The input of its first step, in wire form. */
  readonly input: Readonly<Record<string, unknown>>;
}
