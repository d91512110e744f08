import type { AnyField, Field } from '../declaration/field.ts';
import type { Lifecycle, Move, Moves } from '../declaration/lifecycle.ts';
import { field } from '../field/field.ts';
import type { Pair } from '../kind/key-value-pairs.ts';
import { text } from '../text/text.ts';
import { statesAfterMove } from './lifecycle.ts';

/**
 * Returning rows for correction. With a move that has `marks`, an officer marks fields and says what is wrong with
 * each. The move with `answers` must correct or explain each of them, and the next decision shows the values before and
 * now. Whoever returned a row cannot resubmit it. The table has the columns `marks jsonb`, `explanations jsonb` and
 * `returned_by bigint`.
 */
const markInput = field.pairs(text('需更正的内容', 'Items to correct'), {
  hint: text('点选要更正的字段，写明问题', 'Select the fields to be corrected and state what is wrong'),
});
const answerInput = field.pairs(text('更正说明', 'Explanations'), {
  hint: text('标出的内容未作更正的，逐项说明理由', 'For marked items left unchanged, give a reason for each'),
});

const serverOnly = { write: 'server', list: 'never', filter: false } as const;

/**
 * The fields for these columns: the marks of the latest return, and the explanations for marked fields that were not
 * changed.
 */
export const correctionFields: Readonly<Record<'marks' | 'explanations', Field<Pair[]>>> = {
  marks: field.pairs(text('需更正的内容', 'Items to correct'), serverOnly),
  explanations: field.pairs(text('更正说明', 'Explanations'), serverOnly),
};

/** Name of the column with the officer who returned the row. */
export const returnedByColumn = 'returned_by';

/** What became of one mark of the latest return. */
export interface Correction {
  readonly field: string;
  /** What was wrong. */
  readonly remark: string;
  readonly changed: boolean;
  /** The value that was marked, as readable text, with its wire form if that differs. Null: it has not changed. */
  readonly before: (Pair & { readonly to?: unknown }) | null;
  readonly explanation: string | null;
}

/** Whether rows can be returned with marks. */
export const hasMarkedFields = (life: Lifecycle | undefined): life is Lifecycle =>
  life !== undefined && Object.values(life.moves).some((move) => move.marks === true);

/** Names of the moves that return a row. */
export const movesThatMarkFields = ({ moves }: Lifecycle): string[] =>
  Object.keys(moves).filter((name) => moves[name]?.marks === true);

/** Whether a move that marks, or one that answers, can be made in a state. If none can, marks have lapsed. */
export const isMoveAvailableFrom = (life: Lifecycle, by: 'marks' | 'answers', state: unknown): boolean =>
  Object.values(life.moves).some((move) => move[by] === true && move.from.includes(String(state)));

/** Adds the marks to the inputs of returning moves, and the explanations to those of answering moves. */
export function withMarkInputs<L extends Lifecycle>(life: L): L {
  const moves: Moves = Object.fromEntries(
    Object.entries<Move>(life.moves).map(([name, move]) => [
      name,
      move.marks
        ? { ...move, input: { ...move.input, marks: markInput } }
        : move.answers
          ? { ...move, input: { ...move.input, explanations: answerInput } }
          : move,
    ]),
  );
  return { ...life, moves };
}

/** Throws if no move answers the marks, or if a move answers without a return. */
export function checkMarkedFields(resource: string, life: Lifecycle, fields: Readonly<Record<string, AnyField>>): void {
  for (const [name, move] of Object.entries(life.moves)) {
    const { marks, answers, steps, input = {} } = move;
    const fault = (why: string) => new Error(`${resource}: ${name} ${why}`);
    if (!(marks || answers)) continue;
    if (marks && answers) throw fault('can either mark or answer');
    if (steps) throw fault('has steps and can neither mark nor answer');
    if (answers && !hasMarkedFields(life)) throw fault('answers marks, but no move marks');
    const own = [...Object.keys(correctionFields), returnedByColumn].find(
      (one) => Object.hasOwn(input, one) || Object.hasOwn(fields, one),
    );
    if (own) throw fault(`needs the name ${own}, which must not be declared`);
    if (!marks) continue;
    for (const state of statesAfterMove(move).length > 0 ? statesAfterMove(move) : move.from)
      if (!isMoveAvailableFrom(life, 'answers', state)) throw fault(`marks in ${state}, where no move answers`);
  }
}
