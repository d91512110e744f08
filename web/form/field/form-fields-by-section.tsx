import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { CustomInputField } from '#web/form/field/custom-input-field.tsx';
import { LockedFieldRow } from '#web/form/field/locked-field-row.tsx';
import { LockedFields } from '#web/form/field/locked-fields.tsx';
import { customInputsOf, formPartsInOrder } from '#web/form/state/custom-input-registry.ts';
import { controlId } from '#web/form/state/focus-field-with-error.ts';
import { isMaskedOrWithheldFromBrowser } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { isRequestedField, type LockedField, sectionsOf } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import { type FormState, placeToFocusWithin } from '#web/form/state/use-form-state.ts';
import { errorsWithin } from '#web/form/state/validate-child-rows.ts';
import { translate } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { isRequiredInForm } from '#web/input/control/is-field-required-in-form.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import { BlockSubmitWhilePendingContext } from '#web/input/upload/block-submit-while-pending-context.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { FormFieldWithLabelAndError } from './form-field-with-label-and-error.tsx';

const FormContradictionAndBannedWordWarnings = lazy(() => import('./form-contradiction-and-banned-word-warnings.tsx'));

type Warnings = Readonly<Record<string, readonly string[]>>;

const texts = {
  keepsValue: text('留空则保持 {value}', 'Leave empty to keep {value}'),
};

interface FormFieldsProps {
  readonly form: FormState;
  /** Only these fields, as in a form of several steps. */
  readonly names?: readonly string[];
  readonly sections?: Readonly<Record<string, Text>>;
  /** Name of the resource of the form. */
  readonly of?: string;
  readonly row?: WireRow | undefined;
  readonly disabled?: boolean;
  /** Remarks of an audit, by field. */
  readonly marks?: Readonly<Record<string, string>>;
  /** Fields that are shown and cannot be written now. */
  readonly locked?: Readonly<Record<string, LockedField>>;
  /** Inputs in place of those of the kind, by field. */
  readonly inputs?: Readonly<Record<string, (props: FieldInputProps) => ReactNode>>;
  /** Content under an input, by field. */
  readonly notes?: Readonly<Record<string, ReactNode>>;
  /** Shows contradictions while a row is filled in: at their fields, or above the fields of this form. */
  readonly warns?: boolean;
}

/** The fields of a form in one column, by section. Buttons and steps are the caller's. */
export function FormFields({
  form,
  names,
  sections,
  of,
  row,
  disabled,
  marks,
  locked = {},
  inputs,
  notes,
  warns = false,
}: FormFieldsProps) {
  const [warnings, setWarnings] = useState<Warnings>({});
  const fieldOf = (name: string) => form.fields[name] ?? locked[name]?.field;
  const order = names ?? [...Object.keys(form.fields), ...Object.keys(locked)];
  const shown: Fields = Object.fromEntries(
    order.flatMap((name) => {
      const field = fieldOf(name);
      return field && isRequestedField(field, name, { ...row, ...form.values }) ? [[name, field]] : [];
    }),
  );
  const own = customInputsOf(of, form.fields);
  // marked fields stay at their place; the other fields that cannot be written follow as one list
  const folded = Object.fromEntries(
    Object.entries(locked).filter(([name]) => row && Object.hasOwn(shown, name) && !marks?.[name] && !notes?.[name]),
  );
  const open = Object.fromEntries(Object.entries(shown).filter(([name]) => !Object.hasOwn(folded, name)));
  return (
    <div className="xj-form-fields">
      {warns && of && (
        <Suspense fallback={null}>
          <FormContradictionAndBannedWordWarnings
            of={of}
            values={{ ...row, ...form.values }}
            inputs={Object.keys(open).filter((name) => !(row && locked[name]))}
            onFound={setWarnings}
          />
        </Suspense>
      )}
      {sectionsOf({ sections: sections ?? {} }, sections ? open : withoutSections(open)).map(
        ({ key, names: inside }) => {
          const title = sections?.[key];
          return (
            <section
              key={key}
              className="xj-form-section"
              aria-labelledby={title ? `${form.id}-${key}-title` : undefined}
            >
              {title && <h2 id={`${form.id}-${key}-title`}>{translate(title)}</h2>}
              {formPartsInOrder(inside, own).map((part) => {
                if (typeof part !== 'string')
                  return <CustomInputField key={part.fields[0]} own={part} {...{ form, marks, disabled, row }} />;
                const name = part;
                return locked[name] && row ? (
                  <LockedFieldRow
                    key={name}
                    name={name}
                    locked={locked[name]}
                    row={row}
                    mark={marks?.[name]}
                    note={notes?.[name]}
                  />
                ) : (
                  <FormField
                    key={name}
                    {...{ form, name, of, row, disabled, marks, inputs, notes }}
                    warnings={warnings[name]}
                  />
                );
              })}
            </section>
          );
        },
      )}
      {row && Object.keys(folded).length > 0 && <LockedFields locked={folded} row={row} />}
    </div>
  );
}

type FormFieldProps = Pick<FormFieldsProps, 'form' | 'marks' | 'inputs' | 'notes' | 'row'> & {
  name: string;
  of: string | undefined;
  disabled: boolean | undefined;
  /** What contradicts other values of the form. */
  warnings: readonly string[] | undefined;
};

function FormField({ form, name, of, row, disabled, marks, inputs, notes, warnings }: FormFieldProps) {
  const field = form.fields[name];
  const { hold } = form;
  const underWay = useCallback(() => hold(name), [hold, name]);
  if (!field) return null;
  const id = controlId(form.id, name);
  const hidden = form.mode === 'edit' && isMaskedOrWithheldFromBrowser(field) ? row?.[name] : undefined;
  return (
    <FormFieldWithLabelAndError
      id={id}
      field={field}
      keeps={row !== undefined && form.mode === 'edit' && kindOf(field).secret === true}
      errors={form.errors[name]}
      mark={marks?.[name]}
      note={notes?.[name]}
      warnings={warnings}
      required={isRequiredInForm(field, form.mode, { ...row, ...form.values })}
      onLeave={() => form.leave(name)}
    >
      {({ describedBy, invalid }) => {
        const props: FieldInputProps = {
          id,
          name,
          field,
          value: form.values[name],
          onChange: (value) => form.set(name, value),
          invalid,
          changesOnly: form.mode === 'prompt',
          ...(isChildList(field) ? { errors: errorsWithin(form.errors, name) } : {}),
          values: form.values,
          siblings: form,
          ...placeToFocusWithin(form, name),
          ...(describedBy ? { describedBy } : {}),
          ...(disabled ? { disabled } : {}),
          ...(of ? { of } : {}),
          ...(row ? { row } : {}),
          ...(typeof hidden === 'string' && hidden !== ''
            ? { placeholder: translate(texts.keepsValue, { value: hidden }) }
            : {}),
        };
        return (
          <BlockSubmitWhilePendingContext.Provider value={underWay}>
            {inputs?.[name]?.(props) ?? <FieldInput {...props} />}
          </BlockSubmitWhilePendingContext.Provider>
        );
      }}
    </FormFieldWithLabelAndError>
  );
}

const withoutSections = (fields: FormState['fields']): FormState['fields'] =>
  Object.fromEntries(Object.entries(fields).map(([name, { section: _section, ...field }]) => [name, field]));
