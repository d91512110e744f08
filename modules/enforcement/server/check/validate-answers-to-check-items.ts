import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import type { checkAnswer } from '../../contract/check/officers-answers-and-signatures-of-check.ts';
import { choicesOfCheckItem, findFaultOfAnswerValue } from '../../contract/check/validate-check-answer-value.ts';
import { enforcementCheckRefusalTexts as texts } from './enforcement-check-refusal-texts.ts';
import { isOfficerOfCheck } from './is-officer-of-check-sql.ts';

interface Item {
  readonly [column: string]: unknown;
  readonly answer_kind: string;
  readonly answer_options: string | null;
  /** Whether the caller is one of the officers of the check. */
  readonly own: boolean;
}

type Answering = ChangeContext<
  typeof checkAnswer,
  object,
  { readonly answer: string; readonly value?: string | null; readonly note?: string | null }
>;

/** What was found fits the kind of answer that the item asks for. */
function checkValue({ input, fail }: Pick<Answering, 'input' | 'fail'>, item: Item): void {
  if (input.answer === 'not_applicable') return;
  const fault = findFaultOfAnswerValue(item, input.value ?? '');
  if (fault === 'missing') fail('value', texts.valueMissing);
  else if (fault === 'number') fail('value', texts.valueNumber);
  else if (fault) fail('value', texts.valueChoice, { options: choicesOfCheckItem(item.answer_options).join('、') });
}

/** Hooks of the answers of a check: by its officers, while they record. */
export const checkAnswerWriteHooks: WriteHooks<typeof checkAnswer> = {
  moves: {
    async answer({ tx, before, values, input, caller, fail, require }) {
      await require(check, before.check_id, { status: ['recording'] });
      const item = await tx.row<Item>(sql`
        select i.answer_kind, i.answer_options, ${isOfficerOfCheck(caller, sql`${before.check_id}`)} as own from library_check_item i where i.id = ${before.item_id}`);
      if (!item) return;
      if (!item.own) fail('answer', texts.notOwn);
      checkValue({ input, fail }, item);
      if (input.answer === 'no' && !input.note) fail('note', texts.noteProblem);
      values.problem = input.answer === 'no' ? '1' : '0';
    },
  },
};
