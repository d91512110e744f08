import { Button, Checkbox, Input, Radio, Switch } from 'antd';
import { useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fieldOf } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { withoutOwnerColumnForSingleOwner } from '#web/resource/hide-owner-column-for-single-owner.ts';
import {
  type Density,
  defaultTableSettings,
  densities,
  isPinned,
  moveColumn,
  moveColumnTo,
  type TableSettings,
  withColumnSetting,
} from '#web/table/columns/column-settings.ts';

import '#web/input/control/bare-fieldset.css';

const texts = {
  density: text('行高', 'Row height'),
  columns: text('显示的列', 'Columns shown'),
  small: text('紧凑', 'Compact'),
  middle: text('适中', 'Medium'),
  large: text('宽松', 'Comfortable'),
  reset: text('恢复默认', 'Restore defaults'),
  up: text('上移 {label}', 'Move {label} up'),
  down: text('下移 {label}', 'Move {label} down'),
  pin: text('固定 {label}', 'Pin {label}'),
  unpin: text('取消固定 {label}', 'Unpin {label}'),
  search: text('查找列', 'Find a column'),
  none: text('没有这样的列', 'No matching columns'),
  endless: text('连续滚动，不分页', 'Continuous scrolling, no pages'),
};

/** From this many columns on, the panel has a search. */
const searchFrom = 8;

interface ColumnPanelProps {
  readonly resource: AnyResource;
  readonly settings: TableSettings;
  onChange(settings: TableSettings): void;
}

/**
 * Panel to choose the columns of a table, their order, pinning and density. Columns are dragged, or moved by buttons.
 */
export default function ColumnSettingsPanel({ resource, settings, onChange }: ColumnPanelProps) {
  const [held, setHeld] = useState<string>();
  const [over, setOver] = useState<string>();
  const [sought, setSought] = useState('');
  const onlyOne = settings.columns.filter((one) => one.shown).length === 1;
  const word = sought.trim().toLowerCase();
  const columns = settings.columns.flatMap((one, place) => {
    const field = fieldOf(resource, one.name);
    const label = field ? translate(field.label) : '';
    return field && label.toLowerCase().includes(word) ? [{ ...one, place, label }] : [];
  });
  return (
    <div className="xj-column-panel">
      <DensityChoice settings={settings} onChange={onChange} />
      {!resource.tree && <EndlessSwitch settings={settings} onChange={onChange} />}
      <fieldset className="xj-bare-fieldset">
        <legend>{translate(texts.columns)}</legend>
        {settings.columns.length > searchFrom && (
          <Input
            size="small"
            type="search"
            allowClear
            aria-label={translate(texts.search)}
            placeholder={translate(texts.search)}
            value={sought}
            onChange={(event) => setSought(event.target.value)}
          />
        )}
        {columns.length === 0 && <p className="xj-column-none">{translate(texts.none)}</p>}
        <ul className="xj-column-list">
          {columns.map(({ name, shown, pinned: storedPin, place, label }) => {
            const pinned = isPinned(resource, {
              name,
              shown,
              ...(storedPin === undefined ? {} : { pinned: storedPin }),
            });
            return (
              <li
                key={name}
                draggable
                data-held={held === name || undefined}
                data-over={(over === name && held !== name) || undefined}
                onDragStart={(event) => {
                  event.dataTransfer.setData('text/plain', label); // Firefox starts no drag without data
                  setHeld(name);
                }}
                onDragEnd={() => {
                  setHeld(undefined);
                  setOver(undefined);
                }}
                onDragOver={(event) => {
                  event.preventDefault();
                  if (held) setOver(name);
                }}
                onDrop={(event) => {
                  event.preventDefault();
                  if (held) onChange(moveColumnTo(resource, settings, held, name));
                }}
              >
                <Checkbox
                  checked={shown}
                  disabled={shown && onlyOne}
                  onChange={(event) => onChange(withColumnSetting(settings, name, { shown: event.target.checked }))}
                >
                  {label}
                </Checkbox>
                <ColumnMoves {...{ settings, name, label, place, pinned, onChange }} />
              </li>
            );
          })}
        </ul>
      </fieldset>
      <Button size="small" onClick={() => onChange(defaultTableSettings(withoutOwnerColumnForSingleOwner(resource)))}>
        {translate(texts.reset)}
      </Button>
    </div>
  );
}

interface ColumnMovesProps {
  readonly settings: TableSettings;
  readonly name: string;
  readonly label: string;
  readonly place: number;
  readonly pinned: boolean;
  onChange(settings: TableSettings): void;
}

/** Buttons that pin a column, and that move it up or down. */
function ColumnMoves({ settings, name, label, place, pinned, onChange }: ColumnMovesProps) {
  return (
    <span className="xj-column-moves">
      <Button
        type="text"
        size="small"
        className="xj-column-pin"
        aria-pressed={pinned}
        title={translate(pinned ? texts.unpin : texts.pin, { label })}
        aria-label={translate(texts.pin, { label })}
        onClick={() => onChange(withColumnSetting(settings, name, { pinned: !pinned }))}
      >
        ⇤
      </Button>
      <Button
        type="text"
        size="small"
        aria-label={translate(texts.up, { label })}
        disabled={place === 0}
        onClick={() => onChange(moveColumn(settings, name, place - 1))}
      >
        ↑
      </Button>
      <Button
        type="text"
        size="small"
        aria-label={translate(texts.down, { label })}
        disabled={place === settings.columns.length - 1}
        onClick={() => onChange(moveColumn(settings, name, place + 1))}
      >
        ↓
      </Button>
    </span>
  );
}

function DensityChoice({ settings, onChange }: Pick<ColumnPanelProps, 'settings' | 'onChange'>) {
  return (
    <fieldset className="xj-bare-fieldset">
      <legend>{translate(texts.density)}</legend>
      <Radio.Group
        size="small"
        optionType="button"
        value={settings.density}
        options={densities.map((value) => ({ value, label: translate(texts[value]) }))}
        onChange={(event) => onChange({ ...settings, density: event.target.value as Density })}
      />
    </fieldset>
  );
}

function EndlessSwitch({ settings, onChange }: Pick<ColumnPanelProps, 'settings' | 'onChange'>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: a switch of antd is a button
    <label className="xj-column-endless">
      <Switch
        size="small"
        checked={settings.endless === true}
        onChange={(endless) => onChange({ ...settings, endless })}
      />
      {translate(texts.endless)}
    </label>
  );
}
