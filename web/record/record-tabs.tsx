import { DownOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';
import { useRoom } from '#web/theme/use-room.ts';
import './record-tabs.css';

const words = {
  parts: text('记录的各部分', 'Parts of the record'),
  more: text('更多（{n}）', 'More ({n})'),
};

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
 * The parts of a record in one line: what has no room is under "more", the one that is shown never is. Arrow keys, Home
 * and End walk the line, Enter opens. Only the part that is shown is drawn.
 */
export function RecordTabs({ items, shown, onShow }: RecordTabsProps) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const at = items.findIndex(({ key }) => key === shown);
  const places = useRoom(row, ruler, items.length, at);
  const rest = items.filter((_, place) => !places.includes(place));
  const more = (n: number) => (
    <>
      {speak(words.more, { n })} <DownOutlined aria-hidden />
    </>
  );
  return (
    <div className="xj-record-tabs" data-shown={shown}>
      <div className="xj-record-tabs-row" ref={row}>
        <div role="tablist" aria-label={speak(words.parts)} onKeyDown={walk}>
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
        {rest.length > 0 && (
          <Dropdown
            trigger={['click']}
            autoFocus
            menu={{
              items: rest.map(({ key, label }) => ({ key, label })),
              onClick: ({ key }) => onShow(key),
              className: 'xj-record-tabs-rest',
            }}
          >
            <button type="button" className="xj-record-tab" aria-haspopup="menu">
              {more(rest.length)}
            </button>
          </Dropdown>
        )}
      </div>
      <div className="xj-record-tabs-ruler" ref={ruler} aria-hidden="true">
        {items.map(({ key, label }) => (
          <span key={key} className="xj-record-tab">
            {label}
          </span>
        ))}
        <span className="xj-record-tab">{more(items.length)}</span>
      </div>
      <div role="tabpanel" id={`${id}-part`} aria-labelledby={`${id}-${shown}`}>
        {items[at]?.children}
      </div>
    </div>
  );
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const here = tabs.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (to === undefined || here < 0) return;
  event.preventDefault();
  // the keys of the whole record (next row, previous row) are not meant
  event.stopPropagation();
  tabs.at(to % tabs.length)?.focus();
}
