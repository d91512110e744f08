import { Button, Checkbox, Radio } from 'antd';
import { useState } from 'react';
import type { AnyResource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';
import { fieldOf } from '#web/resource/list-query.ts';
import {
  type Density,
  defaultSettings,
  moveColumn,
  type TableSettings,
  withColumn,
} from '#web/table/column-settings.ts';
import '#web/input/bare-fieldset.css';

const words = {
  density: text('行高', 'Density'),
  columns: text('显示的列', 'Columns'),
  small: text('紧凑', 'Compact'),
  middle: text('适中', 'Medium'),
  large: text('宽松', 'Roomy'),
  reset: text('恢复默认', 'Restore defaults'),
  up: text('上移 {label}', 'Move {label} up'),
  down: text('下移 {label}', 'Move {label} down'),
};

export interface ColumnPanelProps {
  readonly resource: AnyResource;
  readonly settings: TableSettings;
  onChange(settings: TableSettings): void;
}

/** Which columns a table shows, in which order and how densely. Rows of the panel are dragged, or moved by buttons. */
export default function ColumnPanel({ resource, settings, onChange }: ColumnPanelProps) {
  const [held, setHeld] = useState<string>();
  const onlyOne = settings.columns.filter((one) => one.shown).length === 1;
  return (
    <div className="xj-column-panel">
      <fieldset className="xj-bare-fieldset">
        <legend>{speak(words.density)}</legend>
        <Radio.Group
          size="small"
          optionType="button"
          value={settings.density}
          options={(['small', 'middle', 'large'] as const).map((value) => ({ value, label: speak(words[value]) }))}
          onChange={(event) => onChange({ ...settings, density: event.target.value as Density })}
        />
      </fieldset>
      <fieldset className="xj-bare-fieldset">
        <legend>{speak(words.columns)}</legend>
        <ul className="xj-column-list">
          {settings.columns.map(({ name, shown }, index) => {
            const field = fieldOf(resource, name);
            if (!field) return null;
            const label = speak(field.label);
            return (
              <li
                key={name}
                draggable
                data-held={held === name || undefined}
                onDragStart={() => setHeld(name)}
                onDragEnd={() => setHeld(undefined)}
                onDragOver={(event) => {
                  event.preventDefault();
                  if (held && held !== name) onChange(moveColumn(settings, held, index));
                }}
              >
                <Checkbox
                  checked={shown}
                  disabled={shown && onlyOne}
                  onChange={(event) => onChange(withColumn(settings, name, { shown: event.target.checked }))}
                >
                  {label}
                </Checkbox>
                <span className="xj-column-moves">
                  <Button
                    type="text"
                    size="small"
                    aria-label={speak(words.up, { label })}
                    disabled={index === 0}
                    onClick={() => onChange(moveColumn(settings, name, index - 1))}
                  >
                    ↑
                  </Button>
                  <Button
                    type="text"
                    size="small"
                    aria-label={speak(words.down, { label })}
                    disabled={index === settings.columns.length - 1}
                    onClick={() => onChange(moveColumn(settings, name, index + 1))}
                  >
                    ↓
                  </Button>
                </span>
              </li>
            );
          })}
        </ul>
      </fieldset>
      <Button size="small" onClick={() => onChange(defaultSettings(resource))}>
        {speak(words.reset)}
      </Button>
    </div>
  );
}
