import { AutoComplete, Button, Input, Select } from 'antd';
import { useEffect, useRef } from 'react';
import type { Pair } from '#kernel/kind/pairs.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { InputProps } from '#web/input/input-props.ts';
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

export interface PairsInputProps extends InputProps {
  /** When keys are to be chosen from a set, as the fields of a record are when something in them is to be corrected. */
  readonly keys?: readonly { value: string; label: string }[];
  /** What is said of each; what is wrong with it unless told. */
  readonly valueLabel?: Text;
  /** What may be said of them, offered while it is typed. */
  readonly suggests?: readonly string[];
  /** What is said of one that was pressed, until something else is typed. */
  readonly begins?: string;
}

const most = 100;

/** Rows of key and value; keys of a set stand above them, each a press away. */
export default function PairsInput({
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
  // what nobody typed goes with what it was taken from
  const begun = useRef(begins);
  useEffect(() => {
    const before = begun.current;
    begun.current = begins;
    if (before === begins || !pairs.some((pair) => pair.value === before)) return;
    onChange(pairs.map((pair) => (pair.value === before ? { ...pair, value: begins } : pair)));
  }, [begins, pairs, onChange]);
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
      {keys && (
        <fieldset className="xj-bare-fieldset xj-pairs-keys" aria-label={translate(texts.marked)}>
          {keys.map(({ value: key, label }) => {
            const chosen = pairs.some((pair) => pair.key === key);
            return (
              <Button
                key={key}
                size="small"
                aria-pressed={chosen}
                disabled={(disabled ?? false) || (pairs.length >= most && !chosen)}
                onClick={() => press(key)}
              >
                <span aria-hidden="true">{chosen ? '✓' : '+'}</span> {label}
              </Button>
            );
          })}
        </fieldset>
      )}
      {pairs.map((pair, index) => {
        const label = labels(index + 1);
        return (
          // The order of rows is their identity: nothing else tells two empty ones apart.
          <div key={`${id}-${String(index)}`} className="xj-pairs-row">
            {keys ? (
              <Select
                aria-label={label.key}
                value={pair.key === '' ? undefined : pair.key}
                placeholder={translate(columns.key)}
                options={[...keys]}
                disabled={disabled}
                showSearch={{ optionFilterProp: 'label' }}
                onChange={(key: string) => change(index, { key })}
              />
            ) : (
              <Input
                aria-label={label.key}
                value={pair.key}
                placeholder={translate(columns.key)}
                disabled={disabled}
                onChange={(event) => change(index, { key: event.target.value })}
              />
            )}
            {suggests ? (
              <AutoComplete
                aria-label={label.value}
                value={pair.value}
                placeholder={translate(columns.value)}
                disabled={disabled}
                {...(invalid ? { status: 'error' } : {})}
                options={[...new Set(suggests)].map((value) => ({ value }))}
                showSearch={{ filterOption: (typed, option) => option?.value.includes(typed) ?? false }}
                onChange={(value: string) => change(index, { value })}
              />
            ) : (
              <Input
                aria-label={label.value}
                value={pair.value}
                placeholder={translate(columns.value)}
                disabled={disabled}
                status={invalid ? 'error' : undefined}
                onChange={(event) => change(index, { value: event.target.value })}
              />
            )}
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
