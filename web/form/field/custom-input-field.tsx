import { Skeleton } from 'antd';
import { type ComponentType, lazy, Suspense, useCallback } from 'react';
import { text } from '#kernel/text/text.ts';
import type { CustomInput, CustomInputProps } from '#web/form/state/custom-input-registry.ts';
import { controlId } from '#web/form/state/focus-field-with-error.ts';
import { topFieldOfPath } from '#web/form/state/form-errors-by-field-path.ts';
import type { FormState } from '#web/form/state/use-form-state.ts';
import { errorsWithin } from '#web/form/state/validate-child-rows.ts';
import { translate } from '#web/i18n/locale.ts';
import { BlockSubmitWhilePendingContext } from '#web/input/upload/block-submit-while-pending-context.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

const texts = {
  mark: text('需更正：{label}，{remark}', 'To be corrected: {label}, {remark}'),
  wrong: text('{label}：{message}', '{label}: {message}'),
};

const loaded = new WeakMap<CustomInput, ComponentType<CustomInputProps>>();

function componentOf(own: CustomInput): ComponentType<CustomInputProps> {
  const existing = loaded.get(own);
  if (existing) return existing;
  const made = lazy(own.load);
  loaded.set(own, made);
  return made;
}

interface OwnFieldProps {
  readonly own: CustomInput;
  readonly form: FormState;
  readonly marks?: Readonly<Record<string, string>> | undefined;
  readonly disabled?: boolean | undefined;
  readonly row?: WireRow | undefined;
}

/** The input a module provides for some fields, with their errors and the remarks of an audit. */
export function CustomInputField({ own, form, marks, disabled = false, row }: OwnFieldProps) {
  const Component = componentOf(own);
  const id = controlId(form.id, own.fields[0]);
  const { hold } = form;
  const [first] = own.fields;
  const underWay = useCallback(() => hold(first), [hold, first]);
  const labelled = own.fields.flatMap((name) => {
    const field = form.fields[name];
    return field ? [{ name, field, label: translate(field.label) }] : [];
  });
  const wrong = labelled.flatMap(({ name, label }) => {
    const message = form.errors[name]?.[0];
    // with several fields, each message names its field; a single field already has a label
    return message
      ? [{ name, message: own.fields.length > 1 ? translate(texts.wrong, { label, message }) : message }]
      : [];
  });
  return (
    <div
      id={`${id}-row`}
      className="xj-form-field"
      data-own
      data-wide={own.wide}
      data-invalid={wrong.length > 0 ? true : undefined}
    >
      {/* the form scrolls here if one of the other fields has an error */}
      {own.fields.slice(1).map((name) => (
        <span key={name} id={`${controlId(form.id, name)}-row`} />
      ))}
      {labelled.map(({ name, label }) =>
        marks?.[name] ? (
          <p key={name} className="xj-form-field-mark">
            {translate(texts.mark, { label, remark: marks[name] })}
          </p>
        ) : null,
      )}
      <BlockSubmitWhilePendingContext.Provider value={underWay}>
        <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
          <Component
            id={id}
            fields={Object.fromEntries(labelled.map(({ name, field }) => [name, field]))}
            values={form.values}
            errors={Object.fromEntries(own.fields.map((name) => [name, errorsWithin(form.errors, name)]))}
            {...(form.sought && own.fields.includes(topFieldOfPath(form.sought.at)) ? { sought: form.sought } : {})}
            disabled={disabled}
            {...(wrong.length > 0 ? { describedBy: `${id}-error` } : {})}
            {...(row ? { row } : {})}
            put={(values) => {
              for (const [name, value] of Object.entries(values)) form.set(name, value);
            }}
          />
        </Suspense>
      </BlockSubmitWhilePendingContext.Provider>
      {wrong.length > 0 && (
        <p id={`${id}-error`} className="xj-form-field-error">
          {wrong.map((one) => one.message).join(' ')}
        </p>
      )}
    </div>
  );
}
