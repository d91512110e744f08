import { DownOutlined } from '@ant-design/icons';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { MenuEntry } from '#web/session/menu-of-signed-in-user.ts';
import { Icon } from '#web/theme/icon.tsx';
import { MenuEntryLink } from './menu-entry-link.tsx';
import { entryContains, unwrapSinglePageFolder } from './split-menu-by-layout.ts';

const texts = {
  menu: text('主菜单', 'Main menu'),
};

/** Keys of the folders above an address. */
function trailTo(entries: readonly MenuEntry[], pathname: string): string[] {
  for (const entry of entries) {
    if (entry.children && entryContains(entry, pathname)) return [entry.key, ...trailTo(entry.children, pathname)];
  }
  return [];
}

/** Up and down move through visible entries, left and right close and open folders. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')].filter(
    (one) => one.offsetParent !== null,
  );
  const here = document.activeElement as HTMLElement;
  const at = all.indexOf(here);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    all[(at + step + all.length) % all.length]?.focus();
  } else if (event.key === 'ArrowRight' && here.getAttribute('aria-expanded') === 'false') here.click();
  else if (event.key === 'ArrowLeft' && here.getAttribute('aria-expanded') === 'true') here.click();
}

interface NavMenuProps {
  entries: readonly MenuEntry[];
  /** Icons only; folders open at the side. */
  narrow: boolean;
  accordion: boolean;
  /** Icon of entries without one. */
  icon: string;
  onGo?: () => void;
}

/** The menu of an area. */
export function CollapsibleMenuTree({ entries, narrow, accordion, icon, onGo }: NavMenuProps) {
  const t = useText();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<readonly string[]>(() => trailTo(entries, pathname));

  // The menu shows the present page, also when a tab, the palette or a link opened it.
  useEffect(() => {
    const trail = trailTo(entries, pathname);
    setOpen((now) => (accordion && trail.length > 0 ? trail : [...new Set([...now, ...trail])]));
  }, [entries, pathname, accordion]);

  const toggle = (key: string, level: number): void =>
    setOpen((now) => {
      if (now.includes(key)) return now.filter((one) => one !== key);
      return accordion && level === 0 ? [key] : [...now, key];
    });

  const draw = (list: readonly MenuEntry[], level: number) => (
    <ul className="xj-nav-list" data-level={level}>
      {list.map(unwrapSinglePageFolder).map((entry) => (
        <li key={entry.key} data-holds={entryContains(entry, pathname) || undefined}>
          {entry.children ? (
            <>
              <button
                type="button"
                className="xj-nav-item"
                aria-expanded={open.includes(entry.key)}
                title={narrow && level === 0 ? entry.title : undefined}
                onClick={() => toggle(entry.key, level)}
              >
                {level === 0 && <Icon name={entry.icon || icon} className="xj-nav-icon" />}
                <span className="xj-nav-label">{entry.title}</span>
                <DownOutlined className="xj-nav-arrow" aria-hidden />
              </button>
              {(open.includes(entry.key) || (narrow && level === 0)) && draw(entry.children, level + 1)}
            </>
          ) : (
            <MenuEntryLink
              entry={entry}
              icon={level === 0 ? entry.icon || icon : undefined}
              {...(onGo ? { onGo } : {})}
            />
          )}
        </li>
      ))}
    </ul>
  );

  return (
    <nav className="xj-nav" data-narrow={narrow || undefined} aria-label={t(texts.menu)} onKeyDown={walk}>
      {draw(entries, 0)}
    </nav>
  );
}
