import { findFaultOfAnswerValue } from '#modules/enforcement/contract/check/validate-check-answer-value.ts';
import type { Operation, OperationContents } from './offline-check-operation-and-sync-answer-format.ts';
import type { CheckPack, PackSignature } from './offline-check-pack-format.ts';

/** States through which a phone leads a check, in the names of the platform. */
type FieldState = 'dispatched' | 'accepted' | 'on_site' | 'recording' | 'submitted' | 'refused';

/** A check as the phone shows it: its pack, and what was done on the phone since. */
export interface CheckStateOnPhone {
  readonly status: string;
  readonly answers: ReadonlyMap<number, OperationContents['answer']>;
  readonly signatures: readonly PackSignature[];
  readonly scannedAt: number | undefined;
}

/** The states in which an operation is possible, and the state it leads to. */
const steps: Readonly<Record<Operation['kind'], { readonly from: readonly string[]; readonly to?: FieldState }>> = {
  accept: { from: ['dispatched'], to: 'accepted' },
  scanIn: { from: ['accepted'], to: 'on_site' },
  record: { from: ['on_site'], to: 'recording' },
  answer: { from: ['recording', 'returned'], to: 'recording' },
  sign: { from: ['recording'] },
  refuse: { from: ['on_site', 'recording'], to: 'refused' },
  submit: { from: ['recording'], to: 'submitted' },
};

/** Whether the phone offers an operation in a state. */
export const isOperationPossible = (kind: Operation['kind'], status: string): boolean =>
  steps[kind].from.includes(status);

/** Works the operations of a phone into the copy of a check. Refused ones change nothing. */
export function applyOperationsToPack(
  pack: Pick<CheckPack, 'status' | 'answers' | 'signatures'>,
  operations: readonly (Pick<Operation, 'kind' | 'content' | 'at'> & { readonly refused?: boolean })[],
): CheckStateOnPhone {
  const answers = new Map<number, OperationContents['answer']>(
    pack.answers.map(({ item, answer, value, note, pictures }) => [
      item,
      { item, answer, value: value ?? '', note: note ?? '', pictures },
    ]),
  );
  const signatures: PackSignature[] = [...(pack.signatures ?? [])];
  let { status }: { status: string } = pack;
  let scannedAt: number | undefined;
  for (const operation of operations) {
    if (operation.refused) continue;
    const step = steps[operation.kind];
    if (step.from.includes(status)) status = step.to ?? status;
    if (operation.kind === 'answer') {
      const content = operation.content as OperationContents['answer'];
      answers.set(content.item, content);
    } else if (operation.kind === 'sign') signatures.push(operation.content as OperationContents['sign']);
    else if (operation.kind === 'scanIn') scannedAt = operation.at;
  }
  return { status, answers, signatures, scannedAt };
}

/** Why a check cannot be submitted yet: keys of items without an answer or picture, and missing signatures. */
export interface MissingForSubmission {
  readonly answers: readonly number[];
  readonly pictures: readonly number[];
  readonly signatures: readonly ('officers' | 'object')[];
}

/** What a check lacks for its submission. The platform decides; this spares the officer a refusal at the office. */
export function missingForSubmission(
  { items, officers }: Pick<CheckPack, 'items' | 'officers'>,
  view: CheckStateOnPhone,
): MissingForSubmission {
  const isAnswered = (item: (typeof items)[number]): boolean => {
    const given = view.answers.get(item.id);
    if (!given) return false;
    return given.answer === 'not_applicable' || findFaultOfAnswerValue(item, given.value) === undefined;
  };
  const needsPicture = ({ id, evidence }: (typeof items)[number]): boolean => {
    const given = view.answers.get(id);
    return (
      evidence !== 'none' && given !== undefined && given.answer !== 'not_applicable' && given.pictures.length === 0
    );
  };
  const signed = new Set(view.signatures.filter(({ role }) => role === 'officer').map(({ officer }) => officer));
  const missing: ('officers' | 'object')[] = [];
  if (signed.size < Math.max(2, officers.length)) missing.push('officers');
  if (!view.signatures.some(({ role }) => role === 'object')) missing.push('object');
  return {
    answers: items.filter((item) => !isAnswered(item)).map(({ id }) => id),
    pictures: items.filter(needsPicture).map(({ id }) => id),
    signatures: missing,
  };
}
