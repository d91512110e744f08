import { type Fields, field } from './field.ts';
import type { Move } from './lifecycle.ts';
import { type Text, text } from './text.ts';

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

/** Ways a proposal ends without its move: by its proposer, or by who could take the next step. */
export const proposalEnds = ['withdraw', 'decline'] as const;
export type ProposalEnd = (typeof proposalEnds)[number];

export const isProposalEnd = (step: string | undefined): step is ProposalEnd =>
  proposalEnds.some((one) => one === step);

/** What an offer names: `cancel`, or the step of a move, `revoke:confirm`. */
export const offerName = (move: string, step: string): string => `${move}:${step}`;

/** What is asked of whoever takes a step: the first tells what the move needs, who declines says why. */
export function stepInput(move: Move, step: string): Fields {
  if (step === 'decline') return declineInput;
  return step === move.steps?.[0]?.name ? (move.input ?? {}) : {};
}

const declineInput: Fields = {
  reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }),
};

/** What a step is called on buttons and in the timeline. */
export function stepLabel(move: Move, step: string): Text | undefined {
  const [first] = move.steps ?? [];
  if (!first) return undefined;
  if (step === 'withdraw') return text(`撤回${first.label['zh-cn']}`, `Withdraw: ${first.label.en}`);
  if (step === 'decline') return text(`不同意${move.label['zh-cn']}`, `Decline: ${move.label.en}`);
  return move.steps?.find((one) => one.name === step)?.label;
}
