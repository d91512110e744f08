import type { Fields } from '#kernel/declaration/field.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { approvalStepInput, approvalStepLabel, dropsPendingMove } from '#kernel/lifecycle/move-approval-steps.ts';
import { textIn } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import type { PendingMoveApproval } from '#kernel/wire/pending-move-approval.ts';
import { type Caller, can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import {
  availableStepsOfPendingMove,
  multiStepMoves,
  stepPermissionNode,
} from '#server/read/available-actions/approval-steps-available-to-caller.ts';
import { forbidden, invalid, Refused, refuse } from '#server/refusal.ts';
import { isUnchanged } from '../field/refuse-locked-fields.ts';
import { isAbsent } from '../field/validate-input-by-field-declarations.ts';
import type { ApprovalStep, LoadedRow, WriteFeature, WriteState } from './write-phase-and-feature-types.ts';

/**
 * Moves that need several approvals: the proposal is stored in the column `approval` until the last step is taken, or
 * until it is withdrawn or declined.
 */
export const storePendingApprovalSteps: WriteFeature = {
  state: ({ resource }) => (multiStepMoves(resource).length > 0 ? [sql.raw(`'approval', t."approval"`)] : []),
  plan: ({ step, happens, before, state }) => ({
    columns({ to }): Record<string, unknown> {
      if (step) return { approval: step.approval && JSON.stringify(step.approval) };
      // a proposal is valid only in the state in which it was made
      return happens && to !== before?.status && state.approval ? { approval: null } : {};
    },
  }),
};

interface StepRequest {
  readonly resource: AnyResource;
  readonly caller: Caller;
  readonly move: string;
  /** Default: the step that is next. */
  readonly step: string | undefined;
  readonly status: string;
  readonly stored: WriteState['approval'] | undefined;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The step of a move with several approvers that a write is. */
export const checkedApprovalStepOf = ({ resource, caller, order, before, state }: LoadedRow): ApprovalStep =>
  takeStep({
    resource,
    caller,
    move: order.move as string,
    step: order.step,
    status: String(before.status),
    stored: state.approval,
    input: order.input,
  });

/** The next step, or an end to the proposal. No person takes two steps. */
function takeStep(request: StepRequest): ApprovalStep {
  const { resource, caller, move: name, stored, status } = request;
  const move = moveOf(resource.life, name) as Move;
  const steps = move.steps ?? [];
  // a proposal made in another state has lapsed
  const open = stored && stored.from === status ? stored : undefined;
  if (open && open.move !== name) throw refuseStep(request, moveOf(resource.life, open.move), open.next);
  if (dropsPendingMove(request.step)) return endProposal(request, move, open);
  const at = open ? open.taken.length : 0;
  const step = steps[at];
  if (!step) throw forbidden();
  if (request.step !== undefined && request.step !== step.name) throw refuseStep(request, open && move, step.name);
  if (!can(caller, stepPermissionNode(resource, name, step.name))) throw forbidden();
  if (open && hasPart(open, caller)) throw refuse('same_approver', 'forbidden');
  const last = at === steps.length - 1;
  const fields = approvalStepInput(move, step.name);
  const input = open ? open.input : pickInput(fields, request.input);
  if (open) refuseContradiction(request, move.input ?? {}, input);
  const signature = { step: step.name, by: caller.id, name: caller.name, at: Math.floor(Date.now() / 1000) };
  return {
    name: step.name,
    last,
    fields: last ? (move.input ?? {}) : fields,
    input: last ? input : request.input,
    approval: last
      ? null
      : {
          move: name,
          from: status,
          next: (steps[at + 1] as { name: string }).name,
          taken: [...(open?.taken ?? []), signature],
          ...(open?.holder === undefined ? {} : { holder: open.holder }),
          input,
        },
  };
}

/** Whether the caller has taken a step of the proposal, or has taken it over. Such a caller can take no other step. */
const hasPart = ({ taken, holder }: PendingMoveApproval, { id }: Caller): boolean =>
  holder === id || taken.some(({ by }) => by === id);

/** Withdrawn by its proposer, or declined with a reason by a person who could take the next step. */
function endProposal(
  { resource, caller, ...request }: StepRequest,
  move: Move,
  open: PendingMoveApproval | undefined,
): ApprovalStep {
  const step = request.step as string;
  if (!open) throw refuseStep({ resource, caller, ...request }, undefined, '');
  if (step === 'withdraw') {
    if ((open.holder ?? open.taken[0]?.by) !== caller.id) throw forbidden();
  } else {
    if (!can(caller, stepPermissionNode(resource, request.move, open.next))) throw forbidden();
    if (hasPart(open, caller)) throw refuse('same_approver', 'forbidden');
  }
  return { name: step, last: false, fields: approvalStepInput(move, step), input: request.input, approval: null };
}

/** The input of the proposal as sent: it is validated again when the move happens. */
const pickInput = (fields: Fields, input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(input).filter(([name, value]) => Object.hasOwn(fields, name) && !isAbsent(value)));

/** Refuses input of a confirmation that differs from the proposal. Remarks may differ. */
function refuseContradiction(
  { caller, input }: StepRequest,
  fields: Fields,
  proposed: Readonly<Record<string, unknown>>,
): void {
  const errors: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (kindOf(field).remark || isAbsent(input[name]) || isUnchanged(field, input[name], proposed[name])) continue;
    errors[name] = [
      textIn(validationMessages.not_as_proposed, caller.locale, { value: String(proposed[name] ?? '—') }),
    ];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** The requested step is not next: somebody took it, ended the proposal, or proposed another move. */
function refuseStep({ resource, caller, status }: StepRequest, move: Move | undefined, next: string): Refused {
  const message = move ? validationMessages.step_waits : validationMessages.no_proposal;
  const label = move && approvalStepLabel(move, next);
  const valuesIn = (locale: 'zh-cn' | 'en') => ({ move: move?.label[locale] ?? '', next: label?.[locale] ?? next });
  return new Refused(
    { 'zh-cn': textIn(message, 'zh-cn', valuesIn('zh-cn')), en: textIn(message, 'en', valuesIn('en')) },
    {
      data: {
        reason: 'bad_transition',
        from: status,
        allowed: Object.values(availableStepsOfPendingMove(resource, caller)).flat(),
      },
    },
  );
}
