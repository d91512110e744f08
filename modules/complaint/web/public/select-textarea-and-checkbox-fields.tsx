import { type ReactNode, useId } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';

const choose = text('请选择', 'Choose');

interface NotedFieldProps {
  readonly label: Text;
  readonly note: string | undefined;
  readonly error: string | undefined;
  children(id: string, described: string | undefined): ReactNode;
}

function NotedField({ label, note, error, children }: NotedFieldProps) {
  const t = useText();
  const id = useId();
  return (
    <div className="xj-field" data-invalid={error ? '' : undefined}>
      <label htmlFor={id}>{t(label)}</label>
      {children(id, note ? `${id}-note` : undefined)}
      {note && (
        <p className="xj-field-note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

interface ControlProps {
  readonly label: Text;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  onValue(value: string): void;
}

/** A select of the browser, which phones show as a wheel. */
export function SelectField({
  label,
  name,
  value,
  options,
  error,
  onValue,
}: ControlProps & { readonly options: Readonly<Record<string, Text>> }) {
  const t = useText();
  return (
    <NotedField label={label} note={error} error={error}>
      {(id, described) => (
        <select
          id={id}
          name={name}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          onChange={(event) => onValue(event.target.value)}
        >
          <option value="">{t(choose)}</option>
          {Object.entries(options).map(([key, option]) => (
            <option key={key} value={key}>
              {t(option)}
            </option>
          ))}
        </select>
      )}
    </NotedField>
  );
}

/** A text of several lines, with a note below it. */
export function TextareaField({
  label,
  name,
  value,
  error,
  onValue,
  note,
  max,
  rows = 4,
}: ControlProps & { readonly note?: string; readonly max: number; readonly rows?: number }) {
  return (
    <NotedField label={label} error={error} note={error ?? note}>
      {(id, described) => (
        <textarea
          id={id}
          name={name}
          rows={rows}
          maxLength={max}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </NotedField>
  );
}

interface CheckBoxProps {
  readonly label: Text;
  readonly checked: boolean;
  readonly name?: string;
  readonly error?: string | undefined;
  onChecked(checked: boolean): void;
}

export function CheckBox({ label, checked, name, error, onChecked }: CheckBoxProps) {
  const t = useText();
  const id = useId();
  return (
    <div className="xj-field" data-invalid={error ? '' : undefined}>
      <label className="xj-complaint-check">
        <input
          type="checkbox"
          name={name}
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChecked(event.target.checked)}
        />
        {t(label)}
      </label>
      {error && (
        <p className="xj-field-note" id={id}>
          {error}
        </p>
      )}
    </div>
  );
}
