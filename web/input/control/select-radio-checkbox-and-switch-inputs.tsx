import { Checkbox, Radio, Select, Switch } from 'antd';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { holdsSeveralValues } from '#kernel/field/field.ts';
import { isOptionAllowedByOtherFields } from '#kernel/field/options-that-depend-on-another-field.ts';
import { optionsSelectableToday } from '#kernel/option/options-selectable-today.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { antdAllowClearWithTranslatedLabel } from '#web/input/control/antd-allow-clear-with-translated-label.tsx';
import { controlProps, type FieldInputProps, isConfirmationField } from '#web/input/control/field-input-props.ts';

import './bare-fieldset.css';

const texts = { choose: text('请选择', 'Choose') };

/** From this many options on, a select has a search. */
const searchedFrom = 9;

const wide = { width: '100%' } as const;

export function optionsOf(field: AnyField): { value: string; label: string }[] {
  const options = (field.options.options ?? {}) as Readonly<Record<string, Option>>;
  return Object.entries(options).map(([value, option]) => ({ value, label: translate(option) }));
}

/**
 * The options a form offers. Retired options, and those that do not fit the row, only where they are the present
 * value.
 */
const offeredOf = ({ field, value, row, values }: FieldInputProps) =>
  optionsSelectableToday((field.options.options ?? {}) as Readonly<Record<string, Option>>, listOf(value))
    .filter(([one]) => one === value || isOptionAllowedByOtherFields(field, one, { ...row, ...values }))
    .map(([one, option]) => ({ value: one, label: translate(option) }));

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? value.split(',') : [];

export function SelectInput(props: FieldInputProps) {
  const { field, value, onChange, placeholder } = props;
  const above = typeof field.options.under === 'string' ? props.values?.[field.options.under] : undefined;
  const options = offeredOf(props).filter(
    (one) => field.options.under === undefined || one.value.startsWith(`${String(above)}.`),
  );
  const several = holdsSeveralValues(field);
  return (
    <Select
      {...controlProps(props)}
      style={wide}
      mode={several ? 'multiple' : undefined}
      value={
        several ? listOf(value) : value === null || value === undefined || value === '' ? undefined : String(value)
      }
      options={options}
      placeholder={placeholder ?? translate(texts.choose)}
      allowClear={antdAllowClearWithTranslatedLabel(!field.required)}
      showSearch={options.length >= searchedFrom ? { optionFilterProp: 'label' } : false}
      onChange={(next: string | string[] | undefined) => onChange(next ?? (several ? [] : null))}
    />
  );
}

/** Radio buttons: all options visible, one tab stop. */
export function RadioInput(props: FieldInputProps) {
  const { id, name, value, onChange, onBlur, disabled, describedBy } = props;
  return (
    <div role="radiogroup" aria-labelledby={`${id}-label`} aria-describedby={describedBy} onBlur={onBlur}>
      <Radio.Group
        id={id}
        name={name}
        disabled={disabled}
        value={value === null || value === undefined ? undefined : String(value)}
        options={offeredOf(props)}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

export function CheckboxInput(props: FieldInputProps) {
  const { id, name, value, onChange, onBlur, disabled, describedBy } = props;
  return (
    <fieldset
      className="xj-bare-fieldset"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      onBlur={onBlur}
    >
      <Checkbox.Group
        name={name}
        disabled={disabled}
        value={listOf(value)}
        options={offeredOf(props)}
        onChange={(next) => onChange(next)}
      />
    </fieldset>
  );
}

/** A flag; its values keep their type: '1' and '0' of the wire, numbers, or booleans (wire contract §5). */
export function SwitchInput(props: FieldInputProps) {
  const { id, field, value, onChange, disabled, describedBy } = props;
  const on = value === '1' || value === 1 || value === true;
  if (isConfirmationField(field))
    return (
      <Checkbox
        id={id}
        checked={on}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange(target.checked ? '1' : '0')}
      />
    );
  return (
    <Switch
      id={id}
      checked={on}
      disabled={disabled}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      onChange={(next) =>
        onChange(typeof value === 'boolean' ? next : typeof value === 'number' ? Number(next) : next ? '1' : '0')
      }
    />
  );
}
