import type { ComponentType } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { isRequiredInForm } from '#web/input/control/is-field-required-in-form.ts';
import { RequiredMark } from '#web/input/control/required-mark.tsx';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

const texts = {
  of: text('第 {n} 行：{label}', 'Row {n}: {label}'),
};

interface FieldsOfChildRowProps {
  readonly id: string;
  readonly row: ChildRow;
  readonly place: number;
  readonly fields: Readonly<Record<string, AnyField>>;
  readonly disabled: boolean;
  readonly inside: ComponentType<FieldInputProps>;
  /** Name of the resource of the rows: the options of a reference depend on it. */
  readonly of: string;
  /** Errors by place within the list: `3.stops.0.name`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The place to go to, `3.stops.0.name`. */
  readonly sought?: FieldInputProps['sought'] | undefined;
  onChange(row: ChildRow): void;
}

/** Labelled fields of a row: on a card all of them, below a grid those without a column. */
export function FieldsOfChildRow(props: FieldsOfChildRowProps) {
  const { id, row, place, fields, disabled, errors, of, sought, inside: FieldInput, onChange } = props;
  if (Object.keys(fields).length === 0) return null;
  return (
    <div className="xj-rows-detail">
      {Object.entries(fields).map(([name, one]) => {
        const own = `${id}-${place}-${name}`;
        const wrong = errors[`${place}.${name}`]?.[0];
        const within = `${place}.${name}.`;
        const inner = Object.fromEntries(
          Object.entries(errors).flatMap(([at, messages]) =>
            at.startsWith(within) ? [[at.slice(within.length), messages]] : [],
          ),
        );
        const shown = row[name];
        const masked =
          one.privacy !== undefined && typeof shown === 'string' && shown.includes('*') ? shown : undefined;
        return (
          <div key={name} className="xj-rows-field" data-invalid={wrong ? true : undefined}>
            <label id={`${own}-label`} htmlFor={own}>
              {translate(texts.of, { n: place + 1, label: translate(one.label) })}
              {isRequiredInForm(one, row.id === undefined ? 'add' : 'edit', row) && <RequiredMark />}
            </label>
            <FieldInput
              id={own}
              name={name}
              field={one}
              of={of}
              value={masked === undefined ? shown : null}
              placeholder={masked}
              onChange={(value) => onChange({ ...row, [name]: value })}
              disabled={disabled}
              invalid={wrong !== undefined}
              {...(wrong ? { describedBy: `${own}-error` } : {})}
              errors={inner}
              {...(sought?.at.startsWith(within)
                ? { sought: { at: sought.at.slice(within.length), turn: sought.turn } }
                : {})}
              row={row as WireRow}
              values={row}
            />
            {wrong && (
              <p id={`${own}-error`} className="xj-form-field-error">
                {wrong}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}
