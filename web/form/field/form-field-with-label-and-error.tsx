import { type ReactNode, useEffect, useRef } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { holdsFiles, kindOf } from '#kernel/field/field.ts';
import { joinSentences, text } from '#kernel/text/text.ts';
import { runAfterMouseButtonRelease } from '#web/form/state/run-after-mouse-button-release.ts';
import { translate } from '#web/i18n/locale.ts';
import { fitsInCell, isConfirmationField } from '#web/input/control/field-input-props.ts';
import { RequiredMark } from '#web/input/control/required-mark.tsx';

import './form.css';

const texts = {
  unchanged: text('留空则保持不变', 'Leave empty to keep it'),
  between: text('；', '; '),
  mark: text('需更正：{remark}', 'To be corrected: {remark}'),
};

interface FieldRowProps {
  /** Id of the control. */
  readonly id: string;
  readonly field: AnyField;
  /** The value is never shown; an empty input keeps it. */
  readonly keeps?: boolean;
  readonly errors?: readonly string[] | undefined;
  /** Remark of an audit on this field. */
  readonly mark?: string | undefined;
  /** Contradictions between this value and others of the form. */
  readonly warnings?: readonly string[] | undefined;
  /** Content under the input. */
  readonly note?: ReactNode;
  /** Whether the field is required here. Default: as declared. */
  readonly required?: boolean;
  onLeave?(): void;
  children(ids: { describedBy: string | undefined; invalid: boolean }): ReactNode;
}

/** The label of a control; of a group of controls it labels the group. */
function FieldLabel({ id, field, required }: { id: string; field: AnyField; required: boolean }) {
  const label = (
    <>
      {translate(field.label)}
      {required && <RequiredMark />}
    </>
  );
  return kindOf(field).grouped && !isConfirmationField(field) ? (
    <span id={`${id}-label`} className="xj-form-field-label">
      {label}
    </span>
  ) : (
    <label id={`${id}-label`} htmlFor={id} className="xj-form-field-label">
      {label}
    </label>
  );
}

function FieldWarnings({ id, messages }: { id: string; messages: readonly string[] }) {
  return (
    <div id={id} role="status">
      {messages.map((one) => (
        <p key={one} className="xj-form-field-mark">
          {one}
        </p>
      ))}
    </div>
  );
}

/** A labelled field: label, control, hint, warnings, error. */
export function FormFieldWithLabelAndError({
  id,
  field,
  keeps = false,
  errors,
  mark,
  warnings = [],
  note,
  required = !keeps && (field.required ?? false),
  onLeave,
  children,
}: FieldRowProps) {
  const error = errors?.[0];
  // an error with the same text replaces the warning
  const warned = warnings.filter((one) => one !== error);
  const declaredHint = field.hint ? translate(field.hint) : '';
  const hint = keeps
    ? joinSentences([translate(texts.unchanged), ...(declaredHint ? [declaredHint] : [])], translate(texts.between))
    : declaredHint;
  const ids = [
    mark ? `${id}-mark` : undefined,
    hint ? `${id}-hint` : undefined,
    warned.length > 0 ? `${id}-warning` : undefined,
    error ? `${id}-error` : undefined,
  ].filter(Boolean);
  const row = useRef<HTMLDivElement>(null);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    const element = row.current;
    // The file dialog takes the focus although the person has not left the field.
    if (!element || holdsFiles(field)) return undefined;
    const left = (event: FocusEvent) => {
      const inside = event.relatedTarget instanceof Node && element.contains(event.relatedTarget);
      if (!inside && document.activeElement !== event.target) runAfterMouseButtonRelease(() => leave.current?.());
    };
    element.addEventListener('focusout', left);
    return () => element.removeEventListener('focusout', left);
  }, [field]);
  return (
    <div
      id={`${id}-row`}
      className="xj-form-field"
      data-invalid={error ? true : undefined}
      data-short={(!mark && fitsInCell(field)) || undefined}
      data-confirms={isConfirmationField(field) || undefined}
      ref={row}
    >
      <FieldLabel {...{ id, field, required }} />
      {mark && (
        <p id={`${id}-mark`} className="xj-form-field-mark">
          {translate(texts.mark, { remark: mark })}
        </p>
      )}
      {children({ describedBy: ids.length > 0 ? ids.join(' ') : undefined, invalid: error !== undefined })}
      {hint && (
        <p id={`${id}-hint`} className="xj-form-field-hint">
          {hint}
        </p>
      )}
      {note}
      {warned.length > 0 && <FieldWarnings id={`${id}-warning`} messages={warned} />}
      {error && (
        <p id={`${id}-error`} className="xj-form-field-error">
          {error}
        </p>
      )}
    </div>
  );
}
