import { applyOperationsToPack } from '../../contract/check-state-from-phone-operations.ts';
import type { AnswerCode, OperationContents } from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import type { CheckPack, PackItem } from '../../contract/offline-check-pack-format.ts';
import { holdDraft, recordOperationAndSync, useFieldKit } from '../kit/field-kit-state-and-actions.ts';
import { inputDraftName } from '../store/encrypted-input-drafts.ts';
import { operationsOfOneCheckWithRefusals } from './operations-of-one-check-on-phone-with-refusals.ts';

/** What was typed and photographed for an item, and is not recorded yet. */
export interface AnswerDraft extends Pick<OperationContents['answer'], 'value' | 'note' | 'pictures'> {
  /** Chosen, but not to be recorded before it is explained. */
  readonly waiting?: AnswerCode | undefined;
}

/** Name of the draft of an item. */
export const nameOfAnswerDraft = ({ id }: Pick<PackItem, 'id'>): string => `item ${id}`;

/** The draft of an item of which nothing is typed: what is recorded. */
export const draftFromAnswer = (given: OperationContents['answer'] | undefined): AnswerDraft => ({
  value: given?.value ?? '',
  note: given?.note ?? '',
  pictures: given?.pictures ?? [],
});

/** An item as it is now, which a screen that was drawn earlier, or left since, does not know. */
function presentAnswer({ id: check }: CheckPack, item: PackItem) {
  const { packs, journal, drafts } = useFieldKit.getState();
  const pack = packs.find(({ id }) => id === check);
  if (!pack) return undefined;
  const given = applyOperationsToPack(pack, operationsOfOneCheckWithRefusals(journal, check)).answers.get(item.id);
  const held = drafts[inputDraftName(check, nameOfAnswerDraft(item))] as AnswerDraft | undefined;
  return { pack, given, held, draft: held ?? draftFromAnswer(given) };
}

/** Answers are recorded one after another: each rests on what the one before it recorded. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Records the answer of an item with what was typed and photographed by then. Without `answer`: again that which is
 * recorded, if there is one and no other waits for its explanation. What changes while it is stored stays a draft.
 */
export function recordAnswerOfCheckItem(onScreen: CheckPack, item: PackItem, answer?: AnswerCode): Promise<boolean> {
  const turn = last.then(async () => {
    const present = presentAnswer(onScreen, item);
    if (!present) return false;
    const { pack, given, held, draft } = present;
    const chosen = answer ?? (draft.waiting ? undefined : given?.answer);
    if (!chosen) return false;
    const { value, note, pictures } = draft;
    const content = { item: item.id, answer: chosen, value: value.trim(), note: note.trim(), pictures };
    if (!(await recordOperationAndSync(pack, 'answer', content))) return false;
    const now = presentAnswer(pack, item);
    if (now?.held) {
      const waiting = now.held.waiting === held?.waiting ? undefined : now.held.waiting;
      const rest = now.held === held ? undefined : { ...now.held, waiting };
      holdDraft(pack.id, nameOfAnswerDraft(item), rest);
    }
    return true;
  });
  last = turn.catch(() => undefined);
  return turn;
}

/** Changes the pictures of an item, and records them if it is answered: a picture is worth keeping at once. */
export async function changePicturesOfCheckItem(
  onScreen: CheckPack,
  item: PackItem,
  change: (pictures: AnswerDraft['pictures']) => AnswerDraft['pictures'],
): Promise<boolean> {
  const present = presentAnswer(onScreen, item);
  if (!present) return false;
  const { draft } = present;
  holdDraft(onScreen.id, nameOfAnswerDraft(item), { ...draft, pictures: change(draft.pictures) });
  return recordAnswerOfCheckItem(onScreen, item);
}
