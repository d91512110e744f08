import type { Approval } from '#kernel/declaration/approval.ts';
import type { Fields } from '#kernel/declaration/field.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isProposalEnd, stepInput, stepLabel } from '#kernel/lifecycle/approval.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { messages } from '#kernel/text/message.ts';
import { textIn } from '#kernel/text/text.ts';
import { type Caller, can } from '#server/caller.ts';
import { openOffers, stepNode } from '#server/read/approvals.ts';
import { forbidden, invalid, Refused, refuse } from '#server/refusal.ts';
import { isUnchanged } from './locked-fields.ts';
import { isAbsent } from './validate.ts';

/** One step of a move, as the pipeline takes it. */
export interface ApprovalStep {
  readonly name: string;
  /** The move happens with this step. */
  readonly last: boolean;
  readonly fields: Fields;
  /** What counts: of the last step what the proposal told, of every other what is told now. */
  readonly input: Readonly<Record<string, unknown>>;
  /** What the row keeps of it afterwards. */
  readonly approval: Approval | null;
}

interface Asked {
  readonly resource: AnyResource;
  readonly caller: Caller;
  /** The move, and the step of it the caller means; without one, the step that is next. */
  readonly move: string;
  readonly step: string | undefined;
  readonly status: string;
  readonly kept: Approval | undefined;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The next step of a move with several approvers, or an end to its proposal. No person takes two steps. */
export function takeStep(asked: Asked): ApprovalStep {
  const { resource, caller, move: name, kept, status } = asked;
  const move = moveOf(resource.life, name) as Move;
  const steps = move.steps ?? [];
  // what was proposed in another state has lapsed, whatever took the row out of it
  const open = kept && kept.from === status ? kept : undefined;
  if (open && open.move !== name) throw refuseStep(asked, moveOf(resource.life, open.move), open.next);
  if (isProposalEnd(asked.step)) return endProposal(asked, move, open);
  const at = open ? open.taken.length : 0;
  const step = steps[at];
  if (!step) throw forbidden();
  if (asked.step !== undefined && asked.step !== step.name) throw refuseStep(asked, open && move, step.name);
  if (!can(caller, stepNode(resource, name, step.name))) throw forbidden();
  if (open && hasPart(open, caller)) throw refuse('same_approver', 'forbidden');
  const last = at === steps.length - 1;
  const fields = stepInput(move, step.name);
  const told = open ? open.input : pickTold(fields, asked.input);
  if (open) refuseContradiction(asked, move.input ?? {}, told);
  const taken = { step: step.name, by: caller.id, name: caller.name, at: Math.floor(Date.now() / 1000) };
  return {
    name: step.name,
    last,
    fields: last ? (move.input ?? {}) : fields,
    input: last ? told : asked.input,
    approval: last
      ? null
      : {
          move: name,
          from: status,
          next: (steps[at + 1] as { name: string }).name,
          taken: [...(open?.taken ?? []), taken],
          ...(open?.holder === undefined ? {} : { holder: open.holder }),
          input: told,
        },
  };
}

/** Whoever took a step of a proposal, or took it over, has no other part in it. */
const hasPart = ({ taken, holder }: Approval, { id }: Caller): boolean =>
  holder === id || taken.some(({ by }) => by === id);

/** Withdrawn by its proposer, or declined by who could take the next step, with a reason. */
function endProposal({ resource, caller, ...asked }: Asked, move: Move, open: Approval | undefined): ApprovalStep {
  const step = asked.step as string;
  if (!open) throw refuseStep({ resource, caller, ...asked }, undefined, '');
  if (step === 'withdraw') {
    if ((open.holder ?? open.taken[0]?.by) !== caller.id) throw forbidden();
  } else {
    if (!can(caller, stepNode(resource, asked.move, open.next))) throw forbidden();
    if (hasPart(open, caller)) throw refuse('same_approver', 'forbidden');
  }
  return { name: step, last: false, fields: stepInput(move, step), input: asked.input, approval: null };
}

/** Told with the proposal, as it was sent: it is read again when the move happens. */
const pickTold = (fields: Fields, input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(input).filter(([name, value]) => Object.hasOwn(fields, name) && !isAbsent(value)));

/** Whoever confirms agrees to what was proposed; other facts sent along are refused and not passed over. */
function refuseContradiction({ caller, input }: Asked, fields: Fields, told: Readonly<Record<string, unknown>>): void {
  const errors: Record<string, string[]> = {};
  for (const [name, one] of Object.entries(fields)) {
    if (kindOf(one).remark || isAbsent(input[name]) || isUnchanged(one, input[name], told[name])) continue;
    errors[name] = [textIn(messages.not_as_proposed, caller.locale, { value: String(told[name] ?? '—') })];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** The step asked for is not the one that is next: somebody took it, ended the proposal, or proposed something else. */
function refuseStep({ resource, caller, status }: Asked, move: Move | undefined, next: string): Refused {
  const message = move ? messages.step_waits : messages.no_proposal;
  const label = move && stepLabel(move, next);
  const words = (locale: 'zh-cn' | 'en') => ({ move: move?.label[locale] ?? '', next: label?.[locale] ?? next });
  return new Refused(
    { 'zh-cn': textIn(message, 'zh-cn', words('zh-cn')), en: textIn(message, 'en', words('en')) },
    { data: { reason: 'bad_transition', from: status, allowed: Object.values(openOffers(resource, caller)).flat() } },
  );
}
