import { DownOutlined } from '@ant-design/icons';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { MenuEntry } from '#web/session/menu-of-signed-in-user.ts';
import { Icon } from '#web/theme/icon.tsx';
import { useFittingItems } from '#web/theme/use-fitting-items.ts';
import { MenuEntryLink } from './menu-entry-link.tsx';
import { entryContains, firstPage } from './split-menu-by-layout.ts';
import { useOutsideClick } from './use-outside-click.ts';
import './top-menu.css';

const texts = {
  menu: text('顶部菜单', 'Top menu'),
  more: text('更多', 'More'),
};

/** Key of the entry for those that do not fit, after all others. */
const moreKey = ' more';

export interface TopMenuProps {
  entries: readonly MenuEntry[];
  /** A folder links to its first page, with its pages shown elsewhere; otherwise it opens a dropdown. */
  leads: boolean;
  /** Icon of entries without one. */
  icon: string;
}

/** The menu along the top. Arrow keys move, down opens a folder, Escape closes it. */
export function TopMenu({ entries, leads, icon }: TopMenuProps) {
  const t = useText();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<string>();
  const nav = useRef<HTMLElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const room = useFittingItems(nav, ruler, entries.length).length;
  useOutsideClick(nav, open !== undefined, () => setOpen(undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the open folder
  useEffect(() => setOpen(undefined), [pathname]);

  const rest = entries.slice(room);
  const shown: readonly MenuEntry[] =
    rest.length > 0
      ? [...entries.slice(0, room), { key: moreKey, title: t(texts.more), icon: 'menu', children: [...rest] }]
      : entries;

  return (
    <nav className="xj-top" ref={nav} aria-label={t(texts.menu)} onKeyDown={(event) => walk(event, setOpen)}>
      <ul className="xj-top-list">
        {shown.map((entry) => (
          <li key={entry.key} data-holds={entryContains(entry, pathname) || undefined}>
            <TopEntry
              entry={entry}
              leads={leads && entry.key !== moreKey}
              icon={icon}
              open={open === entry.key}
              onToggle={() => setOpen(open === entry.key ? undefined : entry.key)}
              onGo={() => setOpen(undefined)}
            />
          </li>
        ))}
      </ul>
      <div className="xj-top-ruler" ref={ruler} aria-hidden="true">
        {[...entries, { key: moreKey, title: t(texts.more), icon: 'menu', children: [] }].map((entry) => (
          <span className="xj-nav-item" key={entry.key}>
            <span className="xj-nav-icon" />
            {entry.title}
            {entry.children && !(leads && entry.key !== moreKey) && <span className="xj-top-arrow" />}
          </span>
        ))}
      </div>
    </nav>
  );
}

interface TopEntryProps {
  entry: MenuEntry;
  leads: boolean;
  icon: string;
  open: boolean;
  onToggle: () => void;
  onGo: () => void;
}

function TopEntry({ entry, leads, icon, open, onToggle, onGo }: TopEntryProps) {
  const page = leads && entry.children ? firstPage(entry) : undefined;
  if (!entry.children) return <MenuEntryLink entry={entry} icon={entry.icon || icon} onGo={onGo} />;
  const inside = (
    <>
      <Icon name={entry.icon || icon} className="xj-nav-icon" />
      <span className="xj-nav-label">{entry.title}</span>
    </>
  );
  if (page !== undefined) {
    return (
      <Link className="xj-nav-item" to={page}>
        {inside}
      </Link>
    );
  }
  return (
    <>
      <button type="button" className="xj-nav-item" data-folder aria-expanded={open} onClick={onToggle}>
        {inside}
        <DownOutlined className="xj-nav-arrow" aria-hidden />
      </button>
      {open && (
        <div className="xj-top-panel">
          <Branch entries={entry.children} onGo={onGo} />
        </div>
      )}
    </>
  );
}

/** Content of a folder: pages, and further folders as groups with headings. */
function Branch({ entries, onGo }: { entries: readonly MenuEntry[]; onGo: () => void }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.key}>
          {entry.children ? (
            <>
              <span className="xj-top-group">{entry.title}</span>
              <Branch entries={entry.children} onGo={onGo} />
            </>
          ) : (
            <MenuEntryLink entry={entry} onGo={onGo} />
          )}
        </li>
      ))}
    </ul>
  );
}

function walk(event: KeyboardEvent<HTMLElement>, setOpen: (key: undefined) => void): void {
  const here = document.activeElement as HTMLElement;
  const item = here.closest<HTMLElement>('.xj-top-list > li');
  if (!item) return;
  const within = [...item.querySelectorAll<HTMLElement>('.xj-top-panel :is(a, button)')];
  const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('.xj-top-list > li > :is(a, button)')];
  const head = item.querySelector<HTMLElement>(':scope > :is(a, button)');
  const step = (all: readonly HTMLElement[], from: HTMLElement | null, by: number): void => {
    const at = from ? all.indexOf(from) : -1;
    all[(at + by + all.length) % all.length]?.focus();
  };
  const act: Record<string, (() => void) | undefined> = {
    ArrowRight: () => step(heads, head, 1),
    ArrowLeft: () => step(heads, head, -1),
    ArrowDown: () => {
      if (within.length > 0) step(within, within.includes(here) ? here : null, 1);
      else if (head?.dataset.folder !== undefined) head.click();
    },
    ArrowUp: () => (here === within[0] ? head?.focus() : within.length > 0 ? step(within, here, -1) : undefined),
    Escape:
      within.length > 0
        ? () => {
            setOpen(undefined);
            head?.focus();
          }
        : undefined,
  };
  const run = act[event.key];
  if (!run) return;
  event.preventDefault();
  event.stopPropagation();
  run();
}
