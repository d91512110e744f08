import { ExportOutlined } from '@ant-design/icons';
import { NavLink, useLocation } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import type { MenuEntry } from '#web/session/menu-of-signed-in-user.ts';
import { refusedNavigationAndRowDragTexts } from '#web/tab/refused-navigation-and-row-drag-texts.ts';
import { Icon } from '#web/theme/icon.tsx';
import { prefetchMenuTarget } from '../route/prefetch-list-or-record.ts';

const texts = { newWindow: text('在新窗口打开', 'opens in a new window') };

interface NavLeafProps {
  entry: MenuEntry;
  /** Name of the icon before the label; undefined: no icon, empty: the default icon. */
  icon?: string | undefined;
  onGo?: () => void;
}

/** A menu entry with a target, in the product or in another window. */
export function MenuEntryLink({ entry, icon, onGo }: NavLeafProps) {
  const t = useText();
  const { pathname } = useLocation();
  const inside = (
    <>
      {icon !== undefined && <Icon name={icon} className="xj-nav-icon" />}
      <span className="xj-nav-label">{entry.title}</span>
    </>
  );
  if (entry.to) {
    const { to } = entry;
    const isHere = pathname.toLowerCase() === to.toLowerCase();
    const go = (): void => {
      if (isHere) toast.info(translate(refusedNavigationAndRowDragTexts.already));
      else prefetchMenuTarget(to);
      onGo?.();
    };
    return (
      <NavLink
        className="xj-nav-item"
        to={to}
        title={entry.title}
        // A finger that touches an entry may be about to scroll the menu.
        onPointerDown={({ button, pointerType }) => {
          if (button === 0 && pointerType === 'mouse' && !isHere) prefetchMenuTarget(to);
        }}
        onClick={go}
      >
        {inside}
      </NavLink>
    );
  }
  if (!entry.href) {
    return (
      <button
        type="button"
        className="xj-nav-item"
        title={entry.title}
        onClick={() => toast.error(translate(refusedNavigationAndRowDragTexts.unknownMenuType))}
      >
        {inside}
      </button>
    );
  }
  return (
    <a className="xj-nav-item" href={entry.href} target="_blank" rel="noreferrer" title={entry.title}>
      {inside}
      <ExportOutlined className="xj-nav-arrow" aria-hidden />
      <span className="xj-visually-hidden">{t(texts.newWindow)}</span>
    </a>
  );
}
