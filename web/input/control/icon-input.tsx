import { Button, Input, Popover, Segmented } from 'antd';
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { toOwnIconName } from '#kernel/wire/convert-own-and-client-icon-names.ts';
import { translate } from '#web/i18n/locale.ts';
import { controlProps, type FieldInputProps } from '#web/input/control/field-input-props.ts';
import { antdIconsByExportName } from '#web/theme/all-antd-icons-by-export-name.ts';
import { Icon, productIcons } from '#web/theme/icon.tsx';
import './icon-input.css';

const texts = {
  choose: text('选择图标', 'Choose icon'),
  search: text('按名称查找图标', 'Find an icon by name'),
  product: text('常用', 'Frequently used'),
  all: text('全部', 'All'),
  none: text('没有名称含“{word}”的图标', 'No icon name contains “{word}”'),
  clear: text('不用图标', 'No icon'),
  icons: text('图标', 'Icons'),
};

/** `SafetyCertificateOutlined` → `safety-certificate`, the name in declarations and menus. */
const iconNames = Object.keys(antdIconsByExportName)
  .filter((name) => name.endsWith('Outlined'))
  .map((name) =>
    name
      .slice(0, -'Outlined'.length)
      .replace(/(?<!^)[A-Z]/g, '-$&')
      .toLowerCase(),
  );

/** Icons in a row of the panel, as in the style sheet. */
const columns = 8;

/** An icon, found by its name and chosen by pointer or keyboard. */
export default function IconInput(props: FieldInputProps) {
  const [open, setOpen] = useState(false);
  const value = typeof props.value === 'string' ? toOwnIconName(props.value) : '';
  const { status, ...control } = controlProps(props);
  const choose = (name: string): void => {
    props.onChange(name === '' ? null : name);
    setOpen(false);
    document.getElementById(props.id)?.focus();
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      // inside a dialog, which is in the top layer, the popup has to be part of it
      getPopupContainer={(button) => button.closest('dialog') ?? document.body}
      title={translate(texts.choose)}
      content={<IconPanel value={value} onChoose={choose} onClose={() => setOpen(false)} />}
    >
      <Button {...control} danger={status === 'error'} aria-haspopup="dialog" aria-expanded={open}>
        {value === '' ? (
          translate(texts.choose)
        ) : (
          <span className="xj-icon-name">
            <Icon name={value} /> {value}
          </span>
        )}
      </Button>
    </Popover>
  );
}

interface IconPanelProps {
  readonly value: string;
  onChoose(name: string): void;
  onClose(): void;
}

function IconPanel({ value, onChoose, onClose }: IconPanelProps) {
  const [set, setSet] = useState<'product' | 'all'>(value === '' || productIcons.includes(value) ? 'product' : 'all');
  const [word, setWord] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const keyword = word.trim().toLowerCase();
  // a search by name covers all icons
  const names = useMemo(
    () =>
      keyword === ''
        ? set === 'product'
          ? productIcons
          : iconNames
        : iconNames.filter((one) => one.includes(keyword)),
    [keyword, set],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed inside it bubbles here
    <div
      className="xj-icon-panel"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Input
        autoFocus
        allowClear
        value={word}
        placeholder={translate(texts.search)}
        aria-label={translate(texts.search)}
        onChange={(event) => setWord(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
          event.preventDefault();
          grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
        }}
      />
      <div className="xj-icon-sets">
        <Segmented
          size="small"
          value={set}
          disabled={keyword !== ''}
          options={[
            { value: 'product', label: translate(texts.product) },
            { value: 'all', label: translate(texts.all) },
          ]}
          onChange={setSet}
        />
        {value !== '' && (
          <Button size="small" type="link" onClick={() => onChoose('')}>
            {translate(texts.clear)}
          </Button>
        )}
      </div>
      {names.length === 0 && <p role="status">{translate(texts.none, { word: word.trim() })}</p>}
      <IconGrid {...{ names, value, grid, onChoose }} />
    </div>
  );
}

interface IconGridProps {
  readonly names: readonly string[];
  /** The chosen icon. */
  readonly value: string;
  readonly grid: RefObject<HTMLDivElement | null>;
  onChoose(name: string): void;
}

/** Icons in rows; arrow keys, Home and End move between them. */
function IconGrid({ names, value, grid, onChoose }: IconGridProps) {
  const tabStop = names.includes(value) ? value : names[0];
  const walk = (event: KeyboardEvent): void => {
    const all = [...(grid.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + columns,
      ArrowUp: at - columns,
      Home: 0,
      End: all.length - 1,
    };
    const target = to[event.key];
    if (target === undefined) return;
    event.preventDefault();
    all[target]?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as part of the form behind
    <div className="xj-icon-grid" role="group" aria-label={translate(texts.icons)} ref={grid} onKeyDown={walk}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          title={name}
          aria-label={name}
          aria-pressed={name === value}
          tabIndex={name === tabStop ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          <Icon name={name} />
        </button>
      ))}
    </div>
  );
}
