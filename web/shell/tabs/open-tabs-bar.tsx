import { CloseOutlined, FullscreenExitOutlined } from '@ant-design/icons';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { type DropdownMenuItem, MenuList } from '../menu/dropdown-menu.tsx';
import { useOutsideClick } from '../menu/use-outside-click.ts';
import type { OpenTab } from './open-tabs-store.ts';

export const tabTexts = {
  tabs: text('打开的页面', 'Open pages'),
  reload: text('重新加载', 'Reload'),
  close: text('关闭', 'Close'),
  closeNamed: text('关闭 {title}', 'Close {title}'),
  closeOthers: text('关闭其他', 'Close others'),
  closeAll: text('关闭全部', 'Close all'),
  fullScreen: text('当前页全屏', 'Full screen for current page'),
  exitFullScreen: text('退出全屏', 'Exit full screen'),
};

export interface TabCommands {
  show: (tab: OpenTab) => void;
  reload: (tab: OpenTab) => void;
  close: (tabs: readonly OpenTab[]) => void;
  goOn: (tab: OpenTab, path: string) => void;
  fullScreen: (tab: OpenTab) => void;
}

interface TabBarProps {
  tabs: readonly OpenTab[];
  active: string;
  commands: TabCommands;
}

/** Scrolls the bar to the active tab when it changes, or its title does. */
function useActiveTabInView(bar: RefObject<HTMLDivElement | null>, tabs: readonly OpenTab[], active: string): void {
  const named = tabs.find(({ key }) => key === active)?.title;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active tab, or another title of it, scrolls the bar
  useEffect(() => {
    const box = bar.current?.getBoundingClientRect();
    const tab = bar.current?.querySelector('[aria-selected=true]')?.parentElement?.getBoundingClientRect();
    if (!bar.current || !box || !tab) return;
    // Not scrollIntoView: it moves the starting point of the Tab key past the menu and the skip link.
    if (tab.left < box.left) bar.current.scrollLeft -= box.left - tab.left;
    else if (tab.right > box.right) bar.current.scrollLeft += tab.right - box.right;
  }, [active, named, tabs.length]);
}

/** The context menu of a tab. */
const menuOfTab = (tab: OpenTab, tabs: readonly OpenTab[], commands: TabCommands): DropdownMenuItem[] => [
  { key: 'reload', label: translate(tabTexts.reload), run: () => commands.reload(tab) },
  { key: 'close', label: translate(tabTexts.close), after: 'Alt+W', run: () => commands.close([tab]) },
  { key: 'full', label: translate(tabTexts.fullScreen), run: () => commands.fullScreen(tab) },
  'rule',
  {
    key: 'others',
    label: translate(tabTexts.closeOthers),
    disabled: tabs.length < 2,
    run: () => commands.close(tabs.filter((one) => one.key !== tab.key)),
  },
  { key: 'all', label: translate(tabTexts.closeAll), run: () => commands.close(tabs) },
];

interface TabItemProps {
  tab: OpenTab;
  isActive: boolean;
  /** Whether the Tab key reaches it: one tab of all. */
  isReached: boolean;
  commands: TabCommands;
  onMenu: (event: MouseEvent<HTMLElement>, tab: OpenTab) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function TabItem({ tab, isActive, isReached, commands, onMenu, onKeyDown }: TabItemProps) {
  const t = useText();
  return (
    <div className="xj-tab" data-active={isActive || undefined} role="presentation">
      <button
        type="button"
        role="tab"
        data-key={tab.key}
        id={`xj-tab-${tab.key}`}
        aria-selected={isActive}
        tabIndex={isReached ? 0 : -1}
        title={tab.title}
        onClick={() => commands.show(tab)}
        onAuxClick={(event) => {
          if (event.button === 1) commands.close([tab]);
        }}
        onContextMenu={(event) => onMenu(event, tab)}
        onKeyDown={onKeyDown}
      >
        {tab.title}
      </button>
      <button
        type="button"
        className="xj-tab-close"
        tabIndex={-1}
        // Keyboard and screen reader users close a tab with Delete or its menu: a tab list may contain only tabs.
        aria-hidden="true"
        title={t(tabTexts.closeNamed, { title: tab.title })}
        onClick={() => commands.close([tab])}
      >
        <CloseOutlined aria-hidden />
      </button>
    </div>
  );
}

/** Tabs of the open pages. Arrow keys move, Delete closes, the context menu has the rest. */
export function TabBar({ tabs, active, commands }: TabBarProps) {
  const t = useText();
  const bar = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ tab: OpenTab; x: number; y: number } | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  useOutsideClick(panel, menu !== null, () => setMenu(null));
  useActiveTabInView(bar, tabs, active);

  const focusKey = (key: string | undefined): void => {
    if (key) bar.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  };
  const focusTab = (at: number): void => focusKey(tabs[(at + tabs.length) % tabs.length]?.key);
  const onKeyDown = (event: KeyboardEvent, tab: OpenTab, at: number): void => {
    const step: Record<string, () => void> = {
      ArrowRight: () => focusTab(at + 1),
      ArrowLeft: () => focusTab(at - 1),
      Home: () => focusTab(0),
      End: () => focusTab(tabs.length - 1),
      Delete: () => commands.close([tab]),
    };
    const act = step[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const openMenu = (event: MouseEvent<HTMLElement>, tab: OpenTab): void => {
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    // Opened by keyboard there is no pointer: place the menu below the tab.
    const byKey = event.clientX === 0 && event.clientY === 0;
    setMenu({ tab, x: byKey ? box.left : event.clientX, y: byKey ? box.bottom : event.clientY });
  };
  const closeMenu = (): void => {
    setMenu(null);
    focusKey(menu?.tab.key);
  };
  const reached = tabs.some((one) => one.key === active) ? active : tabs[0]?.key;
  return (
    <>
      <div className="xj-tabs" role="tablist" aria-label={t(tabTexts.tabs)} ref={bar}>
        {tabs.map((tab, at) => (
          <TabItem
            key={tab.key}
            tab={tab}
            isActive={tab.key === active}
            isReached={tab.key === reached}
            commands={commands}
            onMenu={openMenu}
            onKeyDown={(event) => onKeyDown(event, tab, at)}
          />
        ))}
      </div>
      {menu && (
        <div
          className="xj-drop-panel"
          data-free
          ref={panel}
          style={{ left: Math.min(menu.x, innerWidth - 200), top: menu.y }}
        >
          <MenuList items={menuOfTab(menu.tab, tabs, commands)} label={menu.tab.title} onClose={closeMenu} />
        </div>
      )}
    </>
  );
}

/** Button that leaves the full screen of a tab. */
export function LeaveFullScreen({ onLeave }: { onLeave: () => void }) {
  const t = useText();
  return (
    <button type="button" className="xj-button xj-leave-full" onClick={onLeave}>
      <FullscreenExitOutlined aria-hidden />
      {t(tabTexts.exitFullScreen)}
    </button>
  );
}
