import type { ReactNode } from 'react';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { evidenceInputs } from '#kernel/lifecycle/move-evidence-inputs.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { CellValue, isBlankCell } from '#web/cell/value-of-field-in-cell.tsx';
import { FormErrorSummary } from '#web/form/field/form-error-summary.tsx';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import { controlId } from '#web/form/state/focus-field-with-error.ts';
import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { reviewRemarksByField } from '#web/form/state/review-remarks-by-field.ts';
import { isLongForm, readableFieldsByName } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import type { FormState } from '#web/form/state/use-form-state.ts';
import { translate } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import KeyValuePairsInput from '#web/input/control/key-value-pairs-input.tsx';
import { DeviceOrMapPositionInputForLifecycleMove } from '#web/lifecycle/move/device-or-map-position-input-for-lifecycle-move.tsx';
import { visibleFieldsMarkableOnReturn } from '#web/resource/resource-registry.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { fillReplyTemplate, type ReplyTemplate, ReplyTemplates } from './canned-replies-for-move.tsx';
import type { OfferedMove } from './moves-offered-to-user.ts';

const texts = {
  now: text('现为', 'Current'),
  explanation: text('说明', 'Explanation'),
};

interface MoveFieldsProps {
  readonly resource: AnyResource;
  readonly offered: OfferedMove;
  /** The rows the move is made on, as far as they are loaded. */
  readonly rows: readonly WireRow[];
  readonly form: FormState;
  readonly replies: readonly ReplyTemplate[] | undefined;
}

/** The fields a move requests, with reply templates under free texts and, for a single row, the present values. */
export function InputFieldsOfMove(props: MoveFieldsProps) {
  const { resource, rows, form } = props;
  const { fields } = form;
  const [row] = rows.length === 1 ? rows : [];
  return (
    <>
      {isLongForm(fields) && <FormErrorSummary form={form} />}
      {Object.keys(fields).length > 0 && (
        <FormFields
          form={form}
          of={resource.name}
          {...(row ? { row } : {})}
          {...(hasSections(fields) && resource.sections ? { sections: resource.sections } : {})}
          inputs={inputsOf(props)}
          notes={notesOf(props)}
        />
      )}
    </>
  );
}

/** Inputs of marks and of the answers to them, pairs whose keys are fields of the row; and of the place of evidence. */
function inputsOf({ resource, offered, rows, form, replies }: MoveFieldsProps) {
  const { move } = offered;
  const inputs: Record<string, (props: FieldInputProps) => ReactNode> = {};
  if (move.marks)
    inputs.marks = (props) => (
      <KeyValuePairsInput
        {...props}
        keys={markKeys(resource, move.to ?? String(rows[0]?.status))}
        suggests={replies?.map((reply) => fillReplyTemplate(reply, resource, rows)) ?? []}
        begins={causeText(form.fields, form.values)}
      />
    );
  if (move.answers)
    inputs.explanations = (props) => (
      <KeyValuePairsInput {...props} keys={answerKeys(resource, rows[0])} valueLabel={texts.explanation} />
    );
  if (move.evidence?.place)
    inputs[evidenceInputs.place] = (props) => <DeviceOrMapPositionInputForLifecycleMove {...props} />;
  return inputs;
}

/** Under a field: its present value where the move changes it, and reply templates where its text is free. */
function notesOf({ resource, offered, rows, form, replies }: MoveFieldsProps) {
  const { fields } = form;
  const [row] = rows.length === 1 ? rows : [];
  const notes: Record<string, ReactNode> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!row || !fields[name] || field.write === 'server' || isBlankCell(field, row[name])) continue;
    notes[name] = (
      <p className="xj-form-field-hint">
        {translate(texts.now)} <CellValue name={name} field={field} row={row} />
      </p>
    );
  }
  for (const [name, field] of Object.entries(fields))
    if (kindOf(field).typed === 'lines')
      notes[name] = (
        <>
          {notes[name]}
          <ReplyTemplates
            {...{ resource, move: offered.name, rows, replies }}
            inputId={controlId(form.id, name)}
            value={String(form.values[name] ?? '')}
            onChange={(value) => form.set(name, value)}
          />
        </>
      );
  return notes;
}

/** Label of the chosen cause, the default remark of a mark; empty for `other`. */
function causeText(fields: Fields, values: FormValues): string {
  for (const [name, { kind, options }] of Object.entries(fields)) {
    const chosen = String(values[name] ?? '');
    const labels = options.options as Readonly<Record<string, Text>> | undefined;
    if (kind === 'radio' && chosen !== 'other' && labels && Object.hasOwn(labels, chosen))
      return translate(labels[chosen] as Text);
  }
  return '';
}

/** Whether a form has enough fields to show the sections of the resource. */
const hasSections = (fields: Fields) => Object.values(fields).filter((field) => field.section).length > 4;

const keysOf = (fields: readonly (readonly [string, AnyField])[]) =>
  fields.map(([value, field]) => ({ value, label: translate(field.label) }));

const markKeys = (resource: AnyResource, state: string) =>
  keysOf(Object.entries(visibleFieldsMarkableOnReturn(resource, state)));

/** The marked fields, to be answered. Lists carry no marks: then any field can be chosen. */
const answerKeys = (resource: AnyResource, row: WireRow | undefined) => {
  const marked = Object.keys(reviewRemarksByField(row));
  return keysOf(
    readableFieldsByName(resource).filter(([name, field]) =>
      marked.length === 0 ? field.write !== 'server' : marked.includes(name),
    ),
  );
};
