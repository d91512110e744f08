import { NavLink } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { MenuEntry } from '#web/session/menu-of-signed-in-user.ts';
import { Icon } from '#web/theme/icon.tsx';
import './member-bottom-navigation-bar.css';

const texts = { label: text('常用', 'Favourites'), more: text('更多', 'More') };

/** Entries within reach of a thumb, next to the button for the whole menu. */
const most = 4;

/** The first entry of each folder, which represents the folder. */
function shownOf(entries: readonly MenuEntry[]): MenuEntry[] {
  const folders = entries.map((entry) => (entry.children ?? [entry]).filter(({ to }) => to !== undefined));
  return folders.flatMap((inside) => inside.slice(0, 1)).slice(0, most);
}

/** Navigation bar at the bottom of a phone, for members. */
export function MemberBottomNavigationBar({ entries, onMore }: { entries: readonly MenuEntry[]; onMore: () => void }) {
  const t = useText();
  return (
    <nav className="xj-bottom-bar" aria-label={t(texts.label)}>
      {shownOf(entries).map((entry) => (
        <NavLink key={entry.key} to={entry.to ?? ''}>
          <Icon name={entry.icon} />
          <span>{entry.title}</span>
        </NavLink>
      ))}
      <button type="button" onClick={onMore}>
        <Icon name="appstore" />
        <span>{t(texts.more)}</span>
      </button>
    </nav>
  );
}
