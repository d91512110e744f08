import { AutoComplete, Button, Input, Select } from 'antd';
import { useEffect, useRef } from 'react';
import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import './bare-fieldset.css';
import './input.css';

const texts = {
  key: text('键', 'Key'),
  value: text('值', 'Value'),
  field: text('字段', 'Field'),
  problem: text('问题说明', 'Description of problem'),
  add: text('增加一行', 'Add row'),
  remove: text('删除第 {n} 行', 'Delete row {n}'),
  marked: text('点选即增加一行', 'Click to add a row'),
  row: text('{column}（第 {n} 行）', '{column}, row {n}'),
};

interface PairsInputProps extends FieldInputProps {
  /** The keys to choose from, such as the fields of a record that is returned for correction. */
  readonly keys?: readonly { value: string; label: string }[];
  /** Label of the values. Default: what is wrong. */
  readonly valueLabel?: Text;
  /** Suggested values. */
  readonly suggests?: readonly string[];
  /** Value of a newly added pair, until something else is typed. */
  readonly begins?: string;
}

const most = 100;

/** Pairs of key and value; keys to choose from are buttons above them. */
export default function KeyValuePairsInput({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
  keys,
  valueLabel = texts.problem,
  suggests,
  begins = '',
}: PairsInputProps) {
  const pairs: readonly Pair[] = Array.isArray(value) ? (value as Pair[]) : [];
  const change = (at: number, part: Partial<Pair>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...part } : pair)));
  useBeginning(begins, pairs, onChange);
  const press = (key: string) =>
    onChange(
      pairs.some((pair) => pair.key === key)
        ? pairs.filter((pair) => pair.key !== key)
        : [...pairs, { key, value: begins }],
    );
  const columns = keys ? { key: texts.field, value: valueLabel } : { key: texts.key, value: texts.value };
  const labels = (n: number) => ({
    key: translate(texts.row, { column: translate(columns.key), n }),
    value: translate(texts.row, { column: translate(columns.value), n }),
  });
  return (
    <fieldset
      className="xj-bare-fieldset xj-pairs-input"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      onBlur={onBlur}
    >
      {keys && <KeyButtons {...{ keys, pairs, disabled }} onPress={press} />}
      {pairs.map((pair, index) => {
        const label = labels(index + 1);
        return (
          // Pairs are identified by their order: two empty ones are otherwise equal.
          <div key={`${id}-${String(index)}`} className="xj-pairs-row">
            <KeyInput
              label={label.key}
              placeholder={translate(columns.key)}
              onChange={(key) => change(index, { key })}
              {...{ pair, keys, disabled }}
            />
            <ValueInput
              label={label.value}
              placeholder={translate(columns.value)}
              onChange={(value) => change(index, { value })}
              {...{ pair, suggests, disabled, invalid }}
            />
            <Button
              type="text"
              disabled={disabled}
              aria-label={translate(texts.remove, { n: index + 1 })}
              onClick={() => onChange(pairs.filter((_, at) => at !== index))}
            >
              ×
            </Button>
          </div>
        );
      })}
      <Button
        id={id}
        disabled={(disabled ?? false) || pairs.length >= most}
        onClick={() => onChange([...pairs, { key: '', value: begins }])}
      >
        + {translate(texts.add)}
      </Button>
    </fieldset>
  );
}

/** Replaces a suggested value nobody has edited when its source changes. */
function useBeginning(begins: string, pairs: readonly Pair[], onChange: FieldInputProps['onChange']): void {
  const begun = useRef(begins);
  useEffect(() => {
    const before = begun.current;
    begun.current = begins;
    if (before === begins || !pairs.some((pair) => pair.value === before)) return;
    onChange(pairs.map((pair) => (pair.value === before ? { ...pair, value: begins } : pair)));
  }, [begins, pairs, onChange]);
}

interface KeyButtonsProps {
  readonly disabled: boolean | undefined;
  readonly keys: NonNullable<PairsInputProps['keys']>;
  readonly pairs: readonly Pair[];
  onPress(key: string): void;
}

/** Buttons of the keys: a press adds a pair with the key, or removes its pairs. */
function KeyButtons({ keys, pairs, disabled, onPress }: KeyButtonsProps) {
  return (
    <fieldset className="xj-bare-fieldset xj-pairs-keys" aria-label={translate(texts.marked)}>
      {keys.map(({ value: key, label }) => {
        const chosen = pairs.some((pair) => pair.key === key);
        return (
          <Button
            key={key}
            size="small"
            aria-pressed={chosen}
            disabled={(disabled ?? false) || (pairs.length >= most && !chosen)}
            onClick={() => onPress(key)}
          >
            <span aria-hidden="true">{chosen ? '✓' : '+'}</span> {label}
          </Button>
        );
      })}
    </fieldset>
  );
}

interface PartInputProps {
  readonly disabled: boolean | undefined;
  readonly pair: Pair;
  readonly label: string;
  readonly placeholder: string;
  onChange(value: string): void;
}

function KeyInput({
  pair,
  keys,
  label,
  placeholder,
  disabled,
  onChange,
}: PartInputProps & { readonly keys: PairsInputProps['keys'] }) {
  return keys ? (
    <Select
      aria-label={label}
      value={pair.key === '' ? undefined : pair.key}
      placeholder={placeholder}
      options={[...keys]}
      disabled={disabled}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onChange}
    />
  ) : (
    <Input
      aria-label={label}
      value={pair.key}
      placeholder={placeholder}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function ValueInput({
  pair,
  suggests,
  label,
  placeholder,
  disabled,
  invalid,
  onChange,
}: PartInputProps & { readonly suggests: PairsInputProps['suggests']; readonly invalid: boolean | undefined }) {
  return suggests ? (
    <AutoComplete
      aria-label={label}
      value={pair.value}
      placeholder={placeholder}
      disabled={disabled}
      {...(invalid ? { status: 'error' } : {})}
      options={[...new Set(suggests)].map((value) => ({ value }))}
      showSearch={{ filterOption: (typed, option) => option?.value.includes(typed) ?? false }}
      onChange={onChange}
    />
  ) : (
    <Input
      aria-label={label}
      value={pair.value}
      placeholder={placeholder}
      disabled={disabled}
      status={invalid ? 'error' : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
