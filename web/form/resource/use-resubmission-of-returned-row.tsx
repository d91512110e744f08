import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Lifecycle, Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import { correctionFields } from '#kernel/lifecycle/fields-marked-on-return-for-correction.ts';
import { statesAfterMove } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';
import { isSameValue } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { reviewRemarksByField } from '#web/form/state/review-remarks-by-field.ts';
import { dropFormDraft, readFormDraft, storeFormDraft } from '#web/form/state/store-form-draft-in-browser.ts';
import type { FormState } from '#web/form/state/use-form-state.ts';
import { translate } from '#web/i18n/locale.ts';
import { TextArea } from '#web/input/control/text-password-and-textarea-inputs.tsx';
import { correctionsSinceRecordReturnedQuery } from '#web/resource/query-corrections-since-record-was-returned.ts';
import type { RowValues } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { draftNameOfLifecycleMoveForm } from './draft-name-of-lifecycle-move-form.ts';

const texts = {
  label: text('不作更正的说明', 'Reason for not correcting'),
  hint: text('已更正的不必填写', 'Not required for corrected items'),
  unanswered: text('请更正，或说明为何不作更正', 'Correct this or explain why it is not corrected'),
};

const explained = { explanations: correctionFields.explanations };

interface Resubmission {
  /** The move by which the row is submitted again. */
  readonly move: string;
  /** Marked fields, in the order they were marked. */
  readonly marked: readonly string[];
  /** The answer to each mark, under its field. */
  readonly notes: Readonly<Record<string, ReactNode>>;
  /** Input of the move. */
  readonly input: RowValues;
  /** Finds marks without a change or an explanation. The server refuses them too, but only after saving. */
  findUnanswered(form: FormState): Readonly<Record<string, readonly string[]>>;
  /** Drops the draft once the row was submitted. */
  forget(): void;
}

/**
 * What the form of a returned row has in addition: an answer to each mark, and a button that submits the row again.
 * Undefined: this caller cannot submit the row.
 */
export function useResubmissionOfReturnedRow(
  resource: AnyResource,
  row: WireRow | undefined,
): Resubmission | undefined {
  const move = answeringMove(resource, row);
  const marked = Object.keys(reviewRemarksByField(row)).filter((name) => Object.hasOwn(resource.fields, name));
  const draft = draftNameOfLifecycleMoveForm(resource, move ?? '', [row?.id ?? 0]);
  const [pairs, setPairs] = useState(() =>
    move ? ((readFormDraft(draft, explained)?.explanations ?? []) as Pair[]) : [],
  );
  const corrections = useQuery({
    ...correctionsSinceRecordReturnedQuery(resource, row),
    enabled: move !== undefined && marked.length > 0,
  });
  useEffect(() => {
    if (move) storeFormDraft(draft, explained, { explanations: pairs });
  }, [move, draft, pairs]);
  if (!move) return undefined;
  const explanationOf = (name: string) => pairs.find(({ key }) => key === name)?.value ?? '';
  const setExplanation = (key: string, value: string) =>
    setPairs((all) => [...all.filter((one) => one.key !== key), ...(value === '' ? [] : [{ key, value }])]);
  const answers = pairs.filter(({ key, value }) => marked.includes(key) && value.trim() !== '');
  return {
    move,
    marked,
    notes: Object.fromEntries(
      marked.map((name) => [
        name,
        <Explanation key={name} value={explanationOf(name)} onChange={(value) => setExplanation(name, value)} />,
      ]),
    ),
    input: answers.length > 0 ? { explanations: answers } : {},
    findUnanswered(form) {
      const followed = new Set(corrections.data?.flatMap((one) => (one.changed ? [one.field] : [])));
      const open = marked.filter(
        (name) =>
          !followed.has(name) &&
          explanationOf(name).trim() === '' &&
          isSameValue(form.values[name], form.initial[name]),
      );
      return Object.fromEntries(open.map((name) => [name, [translate(texts.unanswered)]]));
    },
    forget: () => dropFormDraft(draft),
  };
}

/** The move by which this caller submits a returned row again, where it requests no other input. */
function answeringMove(resource: AnyResource, row: WireRow | undefined): string | undefined {
  const moves = Object.entries<Move>((resource.life as Lifecycle | undefined)?.moves ?? {});
  if (!row || !moves.some(([, move]) => move.marks && statesAfterMove(move).includes(String(row.status))))
    return undefined;
  const found = moves.find(
    ([name, { answers, input = {} }]) =>
      answers && row._moves?.includes(name) && !Object.values(input).some(({ required }) => required),
  );
  return found?.[0];
}

/** The explanation why a marked field was not changed. */
function Explanation({ value, onChange }: { value: string; onChange(value: string): void }) {
  const id = useId();
  return (
    <div className="xj-explanation">
      <label htmlFor={id}>{translate(texts.label)}</label>
      <TextArea
        id={id}
        value={value}
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={500}
        placeholder={translate(texts.hint)}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
