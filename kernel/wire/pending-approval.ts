/**
 * A pending move that needs several approvers. The input of its first step is stored here and written when the move
 * happens. It is valid only in the state it was proposed in: when the row leaves that state, the proposal lapses.
 */
export interface PendingApproval {
  readonly move: string;
  readonly from: string;
  /** The next step. */
  readonly next: string;
  /** The steps done, by whom and when (Unix seconds). */
  readonly taken: readonly { readonly step: string; readonly by: number; readonly name: string; readonly at: number }[];
  /** Who has taken the proposal over. The holder may withdraw it and makes none of its steps. */
  readonly holder?: number;
  /** The input of the proposal, in wire form. */
  readonly input: Readonly<Record<string, unknown>>;
}
