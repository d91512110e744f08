import { Input } from 'antd';
import type { KeyboardEvent } from 'react';
import { kindOf } from '#kernel/field/field.ts';
import { formatAmount } from '#web/cell/format/format-amounts-and-code-groups.ts';
import { controlProps, type FieldInputProps } from '#web/input/control/field-input-props.ts';
import { type ParsedTextInput, useParsedTextInput } from '#web/input/control/use-parsed-text-input.ts';

const isPlain = (value: string): boolean => /^-?\d+(\.\d+)?$/.test(value);

const inputProps = (props: FieldInputProps, typed: ParsedTextInput) => ({
  ...controlProps(props),
  role: 'spinbutton',
  'aria-valuenow': isPlain(String(props.value ?? '')) ? Number(props.value) : undefined,
  value: typed.shown,
  placeholder: props.placeholder,
  autoComplete: 'off',
  onBlur: typed.blur,
});

/** A number with its unit; arrow keys step by one. */
export function NumberInput(props: FieldInputProps) {
  const { field, value } = props;
  const typed = useParsedTextInput(props);
  const { whole } = kindOf(field);
  const {
    unit,
    min = Number.NEGATIVE_INFINITY,
    max = Number.POSITIVE_INFINITY,
  } = field.options as {
    unit?: unknown;
    min?: number;
    max?: number;
  };
  const count = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (!whole || by === 0 || (value !== null && value !== undefined && !isPlain(String(value)))) return;
    event.preventDefault();
    typed.write(String(Math.min(max, Math.max(min, Number(value ?? 0) + by))));
  };
  return (
    <Input
      {...inputProps(props, typed)}
      inputMode={whole ? 'numeric' : 'decimal'}
      suffix={typeof unit === 'string' ? unit : undefined}
      onKeyDown={count}
      onChange={({ target }) => typed.write(target.value)}
    />
  );
}

/** An amount in yuan; it stays text from the keyboard to the wire, so no cent is lost to floating point. */
export function MoneyInput(props: FieldInputProps) {
  const typed = useParsedTextInput(props, (value) => (isPlain(value) ? formatAmount(value) : value));
  return (
    <Input
      {...inputProps(props, typed)}
      inputMode="decimal"
      prefix="¥"
      onChange={({ target }) => typed.write(target.value)}
    />
  );
}
