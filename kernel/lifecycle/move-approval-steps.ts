import type { Fields } from '../declaration/field.ts';
import type { Move } from '../declaration/lifecycle.ts';
import { field } from '../field/field.ts';
import { type Text, text } from '../text/text.ts';

/**
 * The ways in which a move that waits for approval ends without being made: the person who proposed it withdraws it, or
 * somebody who could give the next approval declines it.
 */
export const waysToDropPendingMove = ['withdraw', 'decline'] as const;
export type WayToDropPendingMove = (typeof waysToDropPendingMove)[number];

export const dropsPendingMove = (step: string | undefined): step is WayToDropPendingMove =>
  waysToDropPendingMove.some((one) => one === step);

/** The name under which a step of a move is offered and called: `revoke:confirm`. */
export const approvalStepName = (move: string, step: string): string => `${move}:${step}`;

/** The input of a step: that of the move for the first step, a reason for declining, nothing for all others. */
export function approvalStepInput(move: Move, step: string): Fields {
  if (step === 'decline') return declineInput;
  return step === move.steps?.[0]?.name ? (move.input ?? {}) : {};
}

const declineInput: Fields = {
  reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }),
};

/** The label of a step on buttons and in the timeline. Undefined: the move has no such step. */
export function approvalStepLabel(move: Move, step: string): Text | undefined {
  const [first] = move.steps ?? [];
  if (!first) return undefined;
  if (step === 'withdraw') return text(`撤回${first.label['zh-cn']}`, `Withdraw: ${first.label.en}`);
  if (step === 'decline') return text(`不同意${move.label['zh-cn']}`, `Decline: ${move.label.en}`);
  return move.steps?.find((one) => one.name === step)?.label;
}
