import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import FilterConditionEditor from './filter-condition-editor.tsx';
import {
  type FilterableFieldWithValues,
  filterableFieldsWithValues,
  searchFiltersByTypedText,
} from './list-and-search-filterable-fields.ts';
import './filter-picker.css';

const texts = {
  find: text('查找字段或取值，可用拼音首字母', 'Search fields or values'),
  fields: text('可筛选的字段', 'Filterable fields'),
  none: text('没有相符的字段或取值', 'No matching fields or values'),
  pair: text('{field}：{value}', '{field}: {value}'),
};

/** Values shown beside a field; others are found by typing, or in the editor. */
const shownValues = 8;

interface FilterPickerProps {
  readonly resource: AnyResource;
  /** Without personal data, as for alternatives. */
  readonly plain?: boolean;
  /** Opens the editor of this field directly. */
  readonly field?: string;
  onApply(condition: Condition): void;
  onCancel(): void;
}

/** Position of the keyboard: a field, or one of its values. */
interface Stop {
  readonly key: string;
  readonly field: string;
  readonly label: string;
  readonly condition?: Condition;
}

/**
 * Chooses a new filter: fields, and beside each the values that are complete filters. `↑` `↓` move between fields,
 * `←` `→` between values, Enter takes; typing finds fields and values.
 */
export default function FilterPicker({ resource, plain = false, field, onApply, onCancel }: FilterPickerProps) {
  const id = useId();
  const choices = useMemo(
    () => filterableFieldsWithValues(resource, plain).filter(({ name }) => field === undefined || name === field),
    [resource, plain, field],
  );
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState<readonly [row: number, place: number]>([0, 0]);
  const [chosen, setChosen] = useState(() => (choices.some(({ values }) => values.length > 0) ? undefined : field));
  const rows = useMemo(
    () =>
      typed.trim() === ''
        ? choices.map((one) => stopsOf(one, field === undefined ? shownValues : undefined))
        : foundRows(choices, typed),
    [choices, typed, field],
  );
  if (chosen !== undefined) return <FilterConditionEditor {...{ resource, plain, onApply, onCancel }} field={chosen} />;

  const active = rows[at[0]]?.[at[1]];
  const take = (stop: Stop) => (stop.condition ? onApply(stop.condition) : setChosen(stop.field));
  const onKey = (event: KeyboardEvent) => {
    const [row, place] = at;
    const along = typed === '' ? { ArrowRight: place + 1, ArrowLeft: place - 1 }[event.key] : undefined;
    const down = { ArrowDown: row + 1, ArrowUp: row - 1 }[event.key];
    if (along !== undefined) setAt([row, Math.min(Math.max(along, 0), (rows[row]?.length ?? 1) - 1)]);
    else if (down !== undefined) setAt([Math.min(Math.max(down, 0), rows.length - 1), 0]);
    else if (event.key === 'Enter' && active) take(active);
    else return;
    event.preventDefault();
  };
  return (
    <div className="xj-filter-picker">
      <input
        // biome-ignore lint/a11y/noAutofocus: the panel was opened to type into
        autoFocus
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active ? `${id} ${active.key}` : undefined}
        aria-label={translate(texts.find)}
        placeholder={translate(texts.find)}
        value={typed}
        maxLength={40}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt([0, 0]);
        }}
        onKeyDown={onKey}
      />
      <div id={id} role="listbox" aria-label={translate(texts.fields)} className="xj-filter-picker-list">
        {rows.map((stops) => (
          <div key={stops[0]?.key} role="presentation" className="xj-filter-picker-row">
            {stops.map((stop, place) => (
              <button
                key={stop.key}
                id={`${id} ${stop.key}`}
                ref={stop === active ? intoSight : undefined}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={stop === active}
                data-value={place > 0 || undefined}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(stop)}
              >
                {stop.label}
              </button>
            ))}
          </div>
        ))}
      </div>
      {rows.length === 0 && <p role="status">{translate(texts.none)}</p>}
    </div>
  );
}

const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

const stopsOf = ({ name, label, values }: FilterableFieldWithValues, most: number | undefined): Stop[] => [
  { key: name, field: name, label },
  ...values.slice(0, most).map((value) => ({
    key: `${name}-${value.condition.value}`,
    field: name,
    label: value.label,
    condition: value.condition,
  })),
];

const foundRows = (choices: readonly FilterableFieldWithValues[], typed: string): Stop[][] =>
  searchFiltersByTypedText(choices, typed).map(({ key, field, value }) => [
    {
      key,
      field: field.name,
      label: value ? translate(texts.pair, { field: field.label, value: value.label }) : field.label,
      ...(value ? { condition: value.condition } : {}),
    },
  ]);
