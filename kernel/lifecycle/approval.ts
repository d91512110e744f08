import type { Fields } from '../declaration/field.ts';
import type { Move } from '../declaration/lifecycle.ts';
import { field } from '../field/field.ts';
import { type Text, text } from '../text/text.ts';

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
