/**
 * A move of several approvers under way. What its first step told waits here and is written when the move happens.
 * It holds only in the state it was proposed in: once the row leaves it, the proposal has lapsed.
 */
export interface Approval {
  readonly move: string;
  readonly from: string;
  /** The step it waits for. */
  readonly next: string;
  /** Who took which step, and when (Unix seconds). */
  readonly taken: readonly { readonly step: string; readonly by: number; readonly name: string; readonly at: number }[];
  /** Who answers for the proposal since it was handed over: withdraws it, and takes no step of it. */
  readonly holder?: number;
  /** What was told with the proposal, in wire form. */
  readonly input: Readonly<Record<string, unknown>>;
}
