import { useMemo } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { approvalStepInput } from '#kernel/lifecycle/move-approval-steps.ts';
import { evidenceFormFields, evidenceInputs } from '#kernel/lifecycle/move-evidence-inputs.ts';
import { text } from '#kernel/text/text.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { draftNameOfLifecycleMoveForm } from '#web/form/resource/draft-name-of-lifecycle-move-form.ts';
import { valuesOfNewRowToSend } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { useFormState } from '#web/form/state/use-form-state.ts';
import type { WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import {
  RecordErrorsPreventingMove,
  splitErrorsOfRecordAndInput,
} from '#web/lifecycle/move/record-errors-preventing-move.tsx';
import { useSubmitMoveForm } from '#web/lifecycle/move/use-submit-move-form.ts';
import type { RowValues } from '#web/resource/resource-calls.ts';
import { useLiveRow } from '#web/resource/use-live-row.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { useReplyTemplates } from './canned-replies-for-move.tsx';
import { approvalStepIndex, DeclaredMoveEffects } from './declared-effects-of-move.tsx';
import { InputFieldsOfMove } from './input-fields-of-move.tsx';
import { type OfferedMove, offeredMoveKey, offeredMoveTone } from './moves-offered-to-user.ts';
import { MovePreview } from './preview-of-move-effects.tsx';

import './lifecycle.css';

const texts = {
  one: text('{move}：{title}', '{move}: {title}'),
  many: text('{move}：已选 {n} 条', '{move}: {n} selected'),
};

interface MoveDialogProps {
  readonly resource: AnyResource;
  readonly offered: OfferedMove;
  readonly rows: readonly WireRow[];
  /** Number of rows, where `rows` are only some of them. */
  readonly n?: number;
  /** Input that is filled in already. */
  readonly values?: RowValues | undefined;
  /** Makes the move; a thrown refusal is shown in the dialog. */
  onMove(input: RowValues): Promise<void>;
  /** A refusal from before the dialog was opened. */
  readonly refused?: WireError | undefined;
  /** Somebody else has changed the single row: this is the version the next attempt is made on. */
  onMeanwhile?(row: WireRow): void;
  onClose(): void;
}

/** Dialog of a move: its effects, its input, and a preview; then makes it. */
export default function MoveDialog(props: MoveDialogProps) {
  const { resource, offered, rows, n = rows.length, values, refused, onMove, onMeanwhile, onClose } = props;
  const { move, label } = offered;
  // A list carries only the columns it shows: a single row is read whole.
  const listed = rows.length === 1 ? rows[0] : undefined;
  const { data: whole } = useLiveRow(resource, listed?.id, listed);
  const row = listed && (whole ?? listed);
  const fields = useMemo(
    () => (offered.step === undefined ? requestedInput(move, rows) : approvalStepInput(move, offered.step)),
    [move, offered.step, rows],
  );
  // A draft of the input is stored in this window until the move is made.
  const draft = draftNameOfLifecycleMoveForm(
    resource,
    offeredMoveKey(offered),
    rows.map(({ id }) => id),
  );
  const form = useFormState(fields, { mode: 'prompt', draft, ...(values ? { values } : {}) });
  const replies = useReplyTemplates(resource, offered.name, hasFreeText(fields));
  const { moving, problem, rowErrors, attempt } = useSubmitMoveForm({
    resource,
    form,
    draft,
    row: listed,
    refused,
    onMove: (input) => onMove(move.evidence ? { ...input, [evidenceInputs.at]: Math.floor(Date.now() / 1000) } : input),
    onMeanwhile,
  });
  const first = row ?? rows[0];
  const title =
    n > 1 || !first
      ? translate(texts.many, { move: translate(label), n })
      : translate(texts.one, { move: translate(label), title: titleOf(resource, first) });
  return (
    <FormDialog
      title={title}
      okText={translate(label)}
      danger={offeredMoveTone(offered) === 'danger'}
      busy={moving}
      width={560}
      dirty={form.dirty}
      draft
      className="xj-move"
      onOk={() => void attempt()}
      onClose={onClose}
    >
      <DeclaredMoveEffects resource={resource} offered={offered} id={row?.id} />
      {problem && (
        <div className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </div>
      )}
      {rowErrors && first && (
        <RecordErrorsPreventingMove resource={resource} row={first} errors={rowErrors} onLeave={onClose} />
      )}
      <InputFieldsOfMove {...{ resource, offered, form, replies }} rows={row ? [row] : rows} />
      {row && approvalStepIndex(offered).isLast && (
        <MovePreview
          resource={resource}
          row={row}
          move={offered.name}
          step={offered.step}
          input={form.isComplete() ? valuesOfNewRowToSend(form.values) : undefined}
          lacks={(errors) => {
            const { ofRow } = splitErrorsOfRecordAndInput(resource, fields, errors);
            return (
              !rowErrors &&
              ofRow && <RecordErrorsPreventingMove resource={resource} row={row} errors={ofRow} onLeave={onClose} />
            );
          }}
        />
      )}
    </FormDialog>
  );
}

/** Whether it has a free text or marks, for which reply templates are offered. */
const hasFreeText = (fields: Fields) =>
  'marks' in fields || Object.values(fields).some((field) => kindOf(field).typed === 'lines');

/** The input to ask for: without answers where no row has marks, and without the clock, which the device adds. */
function requestedInput(move: Move, rows: readonly WireRow[]): Fields {
  const { answers, evidence, input = {} } = move;
  const answersNothing = answers && rows.every((row) => row.marks === null);
  if (!evidence && !answersNothing) return input;
  const left = [...(evidence ? [evidenceInputs.at] : []), ...(answersNothing ? ['explanations'] : [])];
  const inputs = Object.entries({ ...input, ...evidenceFormFields(move) });
  return Object.fromEntries(inputs.filter(([name]) => !left.includes(name)));
}
