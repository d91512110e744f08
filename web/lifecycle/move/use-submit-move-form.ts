import { useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { formLevelErrorText } from '#web/form/state/form-level-error-text.ts';
import { isSameValue, valuesOfNewRowToSend } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { readableFieldsByName } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import { dropFormDraft } from '#web/form/state/store-form-draft-in-browser.ts';
import type { FormState } from '#web/form/state/use-form-state.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { splitErrorsOfRecordAndInput } from '#web/lifecycle/move/record-errors-preventing-move.tsx';
import type { RowValues } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

const texts = {
  changed: text(
    '期间记录已被他人修改（{labels}），请核对后再次提交',
    'The record was changed by someone else meanwhile ({labels}). Check and submit again',
  ),
  separator: text('、', ', '),
  other: text('其他内容', 'other content'),
};

interface SubmitMoveFormOptions {
  readonly resource: AnyResource;
  readonly form: FormState;
  /** Name of the draft, which is dropped once the move is made. */
  readonly draft: string;
  /** The row, where the move is made on one alone. */
  readonly row: WireRow | undefined;
  /** A refusal from before the dialog was opened. */
  readonly refused: WireError | undefined;
  onMove(input: RowValues): Promise<void>;
  onMeanwhile?: ((row: WireRow) => void) | undefined;
}

/** Makes a move with what the form holds. A refusal is split: at its fields, of the record itself, and in words. */
export function useSubmitMoveForm({ resource, form, draft, row, refused, onMove, onMeanwhile }: SubmitMoveFormOptions) {
  const { fields } = form;
  const [moving, setMoving] = useState(false);
  const [problem, setProblem] = useState(refused && !refused.errors ? refused.message : undefined);
  const [rowErrors, setRowErrors] = useState(
    () => refused && splitErrorsOfRecordAndInput(resource, fields, refused.errors).ofRow,
  );

  const showRefusal = (error: WireError) => {
    const { ofRow, others } = splitErrorsOfRecordAndInput(resource, fields, error.errors);
    setRowErrors(ofRow);
    const rest = form.refuse(others);
    if (!error.errors || rest.length > 0) setProblem(formLevelErrorText(error, rest));
  };
  const attempt = async () => {
    if (moving || !form.check()) return;
    setMoving(true);
    setProblem(undefined);
    setRowErrors(undefined);
    try {
      await onMove(valuesOfNewRowToSend(form.values));
      dropFormDraft(draft);
    } catch (error) {
      setMoving(false);
      if (!(error instanceof WireError)) throw error;
      if (isCancelled(error)) return;
      const now = error.reason === 'stale_version' ? (error.data as { row?: WireRow }).row : undefined;
      if (now && row) {
        onMeanwhile?.(now);
        setProblem(translate(texts.changed, { labels: changedLabels(resource, row, now) }));
        return;
      }
      showRefusal(error);
    }
  };
  return { moving, problem, rowErrors, attempt };
}

/** Labels of the fields of a row that have changed. */
const changedLabels = (resource: AnyResource, before: WireRow, now: WireRow): string =>
  readableFieldsByName(resource)
    .filter(([name]) => name in before && name in now && name !== 'version' && !isSameValue(before[name], now[name]))
    .map(([, { label }]) => translate(label))
    .join(translate(texts.separator)) || translate(texts.other);
