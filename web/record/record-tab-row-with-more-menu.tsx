import { DownOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { matchNameOrPinyinInitials } from '#web/i18n/pinyin-initials.ts';
import { useFittingItems } from '#web/theme/use-fitting-items.ts';
import './record-tab-row-with-more-menu.css';

const texts = {
  parts: text('记录的各部分', 'Sections of the record'),
  more: text('更多（{n}）', 'More ({n})'),
  find: text('查找，可用拼音首字母', 'Search'),
  none: text('没有相符的部分', 'No matching section'),
};

/** From this many entries on, the menu has a search. */
const longMenu = 10;

export interface RecordTab {
  readonly key: string;
  readonly label: string;
  readonly children: ReactNode;
}

interface RecordTabsProps {
  readonly items: readonly RecordTab[];
  readonly shown: string;
  onShow(key: string): void;
}

/**
 * The tabs of a record in one row; those without room are in a menu, the shown one never is. Arrow keys, Home and End
 * move, Enter opens. Only the shown tab is rendered.
 */
export function RecordTabRow({ items, shown, onShow }: RecordTabsProps) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const at = items.findIndex(({ key }) => key === shown);
  const places = useFittingItems(row, ruler, items.length, at);
  const rest = items.filter((_, place) => !places.includes(place));
  return (
    <div className="xj-record-tabs" data-shown={shown}>
      <div className="xj-record-tabs-row" ref={row}>
        <div role="tablist" aria-label={translate(texts.parts)} onKeyDown={walk}>
          {places.map((place) => {
            const item = items[place];
            if (!item) return null;
            const { key, label } = item;
            return (
              <button
                key={key}
                id={`${id}-${key}`}
                type="button"
                role="tab"
                className="xj-record-tab"
                aria-selected={key === shown}
                aria-controls={key === shown ? `${id}-part` : undefined}
                tabIndex={key === shown ? 0 : -1}
                onClick={() => onShow(key)}
              >
                {label}
              </button>
            );
          })}
        </div>
        {rest.length > 0 && <MoreMenu rest={rest} onShow={onShow} />}
      </div>
      <div className="xj-record-tabs-ruler" ref={ruler} aria-hidden="true">
        {items.map(({ key, label }) => (
          <span key={key} className="xj-record-tab">
            {label}
          </span>
        ))}
        <span className="xj-record-tab">
          <MoreLabel n={items.length} />
        </span>
      </div>
      <div role="tabpanel" id={`${id}-part`} aria-labelledby={`${id}-${shown}`}>
        {items[at]?.children}
      </div>
    </div>
  );
}

function MoreLabel({ n }: { n: number }) {
  return (
    <>
      {translate(texts.more, { n })} <DownOutlined aria-hidden />
    </>
  );
}

/** The tabs without room in the row; a long menu of them has a search field. */
function MoreMenu({ rest, onShow }: { rest: readonly RecordTab[]; onShow(key: string): void }) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const show = (next: boolean) => {
    setOpen(next);
    setTyped('');
  };
  const searched = rest.length > longMenu;
  const found = typed.trim() === '' ? rest : rest.filter(({ label }) => matchNameOrPinyinInitials(label, typed) > 0);
  return (
    <Dropdown
      trigger={['click']}
      autoFocus={!searched}
      destroyOnHidden
      // on a phone the menu fits neither above nor below: it may overlap its button
      align={{ overflow: { adjustX: true, adjustY: true, shiftY: true } }}
      open={open}
      onOpenChange={show}
      menu={{
        items: found.map(({ key, label }) => ({ key, label })),
        onClick: ({ key }) => onShow(key),
        className: 'xj-record-tabs-rest',
      }}
      {...(searched
        ? {
            popupRender: (menu: ReactNode) => (
              <SearchedMenu
                {...{ menu, typed, none: found.length === 0 }}
                onType={setTyped}
                onFirst={() => {
                  show(false);
                  if (found[0]) onShow(found[0].key);
                }}
              />
            ),
          }
        : {})}
    >
      <button type="button" className="xj-record-tab" aria-haspopup="menu">
        <MoreLabel n={rest.length} />
      </button>
    </Dropdown>
  );
}

interface SearchedMenuProps {
  readonly menu: ReactNode;
  readonly typed: string;
  readonly none: boolean;
  onType(typed: string): void;
  /** Called on Enter: opens the first match. */
  onFirst(): void;
}

/** A long menu below a search field. */
function SearchedMenu({ menu, typed, none, onType, onFirst }: SearchedMenuProps) {
  return (
    <div className="xj-record-tabs-search">
      <input
        // biome-ignore lint/a11y/noAutofocus: the menu was opened to find something in it
        autoFocus
        type="search"
        aria-label={translate(texts.find)}
        placeholder={translate(texts.find)}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onFirst();
          // arrow keys go to the menu; letters are typed, and are no shortcuts of it
          if (event.key !== 'ArrowDown' && event.key !== 'Escape') event.stopPropagation();
        }}
      />
      {none ? <p role="status">{translate(texts.none)}</p> : menu}
    </div>
  );
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const here = tabs.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (to === undefined || here < 0) return;
  event.preventDefault();
  // these keys are also shortcuts of the record (next row, previous row)
  event.stopPropagation();
  tabs.at(to % tabs.length)?.focus();
}
