/**
 * A pending move that needs several approvers. The input of its first step is stored here and written when the move
 * happens. It is valid only in the state it was proposed in: when the row leaves that state, the move lapses.
 */
export interface PendingApproval {
  readonly move: string;
  readonly from: string;
  /** The next step. */
  readonly next: string;
  /** The steps done, by whom and when (Unix seconds). */
  readonly taken: readonly { readonly step: string; readonly by: number; readonly name: string; readonly at: number }[];
  /** The officer to whom it was handed over, who may withdraw it but takes none of its steps. */
  readonly holder?: number;
  /** The input of its first step, in wire form. */
  readonly input: Readonly<Record<string, unknown>>;
}
