import {
  BulbOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  GlobalOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  ScanOutlined,
  SearchOutlined,
  SettingOutlined,
} from '@ant-design/icons';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { helpPreferenceKeys } from '#web/help/help-preference-keys.ts';
import { latestReleaseNoteDate } from '#web/help/latest-release-note-date.ts';
import { useUserPreference } from '#web/http/user-preference-stored-on-server.ts';
import { currentLocale, setLocale, useText } from '#web/i18n/locale.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { fileCdnUrl } from '#web/session/file-cdn-url.ts';
import { useAdmin, useMember } from '#web/session/session.ts';
import { formatKeysForPlatform } from '#web/tab/run-offered-action-of-pressed-shortcut-keys.ts';
import { useAreaLayout } from '#web/theme/layout/layout-store.ts';
import { useColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import { useCommandPalette } from '../command-palette/command-palette-state.ts';
import { DropdownMenu, type DropdownMenuItem } from '../menu/dropdown-menu.tsx';
import { BackgroundJobTray } from './background-job-tray.tsx';
import type { CacheType } from './clear-server-or-browser-cache.ts';
import { LazySuperAdminTools } from './lazy-super-admin-tools.tsx';
import { UnreadMessagesBellLink } from './unread-messages-bell-link.tsx';
import { useMissedScheduledTaskToasts } from './use-missed-scheduled-task-toasts.ts';

/** Only members act for holders. */
const SwitchRowThatMemberActsFor = lazy(() => import('./switch-enterprise-or-row-that-member-acts-for.tsx'));

export const appHeaderTexts = {
  openMenu: text('打开菜单', 'Open menu'),
  narrowMenu: text('收起菜单', 'Collapse menu'),
  widenMenu: text('展开菜单', 'Expand menu'),
  search: text('查找或前往', 'Search or go to'),
  go: text('前往或办理', 'Go to or act'),
  language: text('语言', 'Language'),
  toDark: text('切换为深色', 'Switch to dark'),
  toLight: text('切换为浅色', 'Switch to light'),
  fullScreen: text('全屏', 'Full screen'),
  leaveFullScreen: text('退出全屏', 'Exit full screen'),
  settings: text('界面设置', 'Layout settings'),
  account: text('账号', 'Account'),
  profile: text('个人资料与密码', 'Profile and password'),
  sessions: text('我的登录', 'My sessions'),
  help: text('本页帮助', 'Help for this page'),
  changes: text('更新说明', 'Release notes'),
  unseen: text('新', 'New'),
  scan: text('扫码打开记录', 'Open record by scanning'),
  keyboard: text('键盘操作', 'Keyboard shortcuts'),
  lock: text('锁定', 'Lock'),
  signOut: text('退出登录', 'Sign out'),
  clearCache: text('清理缓存', 'Clear cache'),
  clearServer: text('清理系统缓存', 'Clear system cache'),
  clearBrowser: text('清理浏览器缓存', 'Clear browser cache'),
  clearAll: text('清理全部缓存', 'Clear all caches'),
  lastLogin: text('上次登录 {time}', 'Last sign-in {time}'),
  firstLogin: text('首次登录', 'Signed in for the first time'),
  failures: text('此后登录失败 {n} 次', 'Failed attempts since then: {n}'),
};

const onFullScreen = (listen: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', listen);
  return () => document.removeEventListener('fullscreenchange', listen);
};

/** Switches full screen on or off. Browsers may refuse. */
export function toggleFullScreen(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  change.catch(() => undefined);
}

const languageItems = (): DropdownMenuItem[] => [
  { key: 'zh-cn', label: '中文简体', checked: currentLocale() === 'zh-cn', run: () => setLocale('zh-cn') },
  { key: 'en', label: 'English', checked: currentLocale() === 'en', run: () => setLocale('en') },
];

export interface AppHeaderCommands {
  openNav: () => void;
  openSettings: () => void;
  openProfile: () => void;
  openSessions: () => void;
  openKeyboard: () => void;
  openHelp: () => void;
  openChanges: () => void;
  openScan: () => void;
  lock: () => void;
  signOut: () => void;
  clearCache: (type: CacheType) => void;
}

interface HeaderProps {
  area: SignInArea;
  phone: boolean;
  /** Whether the menu is at the side or in a drawer, so that a button opens or narrows it. */
  sided: boolean;
  commands: AppHeaderCommands;
  /** Brand and menu, when the menu is along the top. */
  lead?: ReactNode;
  /** The tabs. */
  children: ReactNode;
}

function Avatar({ src, name }: { src: string; name: string }) {
  return src ? (
    <img className="xj-avatar" src={fileCdnUrl(src)} alt="" width="28" height="28" />
  ) : (
    <span className="xj-avatar" aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}

function AccountMenu({ area, commands }: Pick<HeaderProps, 'area' | 'commands'>) {
  const t = useText();
  const admin = useAdmin();
  const member = useMember();
  const seen = useUserPreference(helpPreferenceKeys.changes);
  const unseen = seen.ready && seen.value !== latestReleaseNoteDate;
  const who = area === 'admin' ? admin : member;
  const name = who?.nickname || who?.username || '';
  const last = who?.lastlogintime;
  const first = last === 0 || last === 'none';
  const time = typeof last === 'number' ? formatMinute(last) : last?.slice(0, 16);
  const items: DropdownMenuItem[] = [
    { key: 'profile', label: t(appHeaderTexts.profile), run: commands.openProfile },
    { key: 'sessions', label: t(appHeaderTexts.sessions), run: commands.openSessions },
    { key: 'help', label: t(appHeaderTexts.help), after: <kbd>F1</kbd>, run: commands.openHelp },
    {
      key: 'changes',
      label: t(appHeaderTexts.changes),
      ...(unseen ? { after: <span className="xj-unseen">{t(appHeaderTexts.unseen)}</span> } : {}),
      run: commands.openChanges,
    },
    { key: 'keyboard', label: t(appHeaderTexts.keyboard), after: <kbd>?</kbd>, run: commands.openKeyboard },
    { key: 'settings', label: t(appHeaderTexts.settings), run: commands.openSettings },
    ...(area === 'admin' && admin?.super
      ? ([
          'rule',
          { key: 'tp', label: t(appHeaderTexts.clearServer), run: () => commands.clearCache('tp') },
          { key: 'storage', label: t(appHeaderTexts.clearBrowser), run: () => commands.clearCache('storage') },
          { key: 'all', label: t(appHeaderTexts.clearAll), run: () => commands.clearCache('all') },
        ] satisfies DropdownMenuItem[])
      : []),
    'rule',
    ...(area === 'admin'
      ? [{ key: 'lock', label: t(appHeaderTexts.lock), run: commands.lock } satisfies DropdownMenuItem]
      : []),
    { key: 'out', label: t(appHeaderTexts.signOut), danger: true, run: commands.signOut },
  ];
  return (
    <DropdownMenu
      label={t(appHeaderTexts.account)}
      className="xj-tool xj-account"
      button={
        <>
          <Avatar src={who?.avatar ?? ''} name={name} />
          {unseen && <i className="xj-account-dot" aria-hidden="true" />}
          <span className="xj-account-name">{name}</span>
        </>
      }
      items={items}
      head={
        <div className="xj-account-head">
          <Avatar src={who?.avatar ?? ''} name={name} />
          <div>
            <strong>{name}</strong>
            <small>{who?.username}</small>
            {time !== undefined && time !== '' && (
              <small>{first ? t(appHeaderTexts.firstLogin) : t(appHeaderTexts.lastLogin, { time })}</small>
            )}
            {who?.failures ? (
              <small className="xj-account-failures">{t(appHeaderTexts.failures, { n: who.failures })}</small>
            ) : null}
          </div>
        </div>
      }
    />
  );
}

interface ToolButtonProps {
  label: string;
  onClick: () => void;
  /** The icon. */
  children: ReactNode;
}

function ToolButton({ label, onClick, children }: ToolButtonProps) {
  return (
    <button type="button" className="xj-tool" title={label} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}

/** Opens the menu in a narrow window, or makes the side menu narrower or wider. */
function MenuButton({ area, phone, commands }: Pick<HeaderProps, 'area' | 'phone' | 'commands'>) {
  const t = useText();
  const { menuCollapse, shrink, change } = useAreaLayout(area);
  if (phone || shrink)
    return (
      <ToolButton label={t(appHeaderTexts.openMenu)} onClick={commands.openNav}>
        <MenuOutlined aria-hidden />
      </ToolButton>
    );
  return (
    <ToolButton
      label={t(menuCollapse ? appHeaderTexts.widenMenu : appHeaderTexts.narrowMenu)}
      onClick={() => change({ menuCollapse: !menuCollapse })}
    >
      {menuCollapse ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
    </ToolButton>
  );
}

/** Language, theme, full screen and settings; a narrow window has them in its sheets. */
function AppearanceTools({ area, commands }: Pick<HeaderProps, 'area' | 'commands'>) {
  const t = useText();
  const { change } = useAreaLayout(area);
  const theme = useColourScheme();
  const isFull = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null);
  return (
    <>
      <DropdownMenu
        label={t(appHeaderTexts.language)}
        button={
          <>
            <GlobalOutlined aria-hidden />
            <span className="xj-visually-hidden">{t(appHeaderTexts.language)}</span>
          </>
        }
        items={languageItems()}
      />
      <ToolButton
        label={t(theme === 'dark' ? appHeaderTexts.toLight : appHeaderTexts.toDark)}
        onClick={() => change({ theme: theme === 'dark' ? 'light' : 'dark' })}
      >
        <BulbOutlined aria-hidden />
      </ToolButton>
      <ToolButton
        label={t(isFull ? appHeaderTexts.leaveFullScreen : appHeaderTexts.fullScreen)}
        onClick={toggleFullScreen}
      >
        {isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
      </ToolButton>
      <ToolButton label={t(appHeaderTexts.settings)} onClick={commands.openSettings}>
        <SettingOutlined aria-hidden />
      </ToolButton>
    </>
  );
}

/** The bar above the page: menu, tabs, tools. */
export function AppHeader({ area, phone, sided, commands, lead, children }: HeaderProps) {
  const t = useText();
  const openPalette = useCommandPalette((state) => state.setOpen);
  useMissedScheduledTaskToasts(area);
  return (
    <header className="xj-header">
      {sided && <MenuButton area={area} phone={phone} commands={commands} />}
      {lead}
      {children}
      <div className="xj-tools">
        <button type="button" className="xj-search" onClick={() => openPalette(true)}>
          <SearchOutlined aria-hidden />
          <span>{t(area === 'admin' ? appHeaderTexts.search : appHeaderTexts.go)}</span>
          <kbd>{formatKeysForPlatform('Ctrl+K')}</kbd>
        </button>
        {phone && area === 'admin' && (
          <ToolButton label={t(appHeaderTexts.scan)} onClick={commands.openScan}>
            <ScanOutlined aria-hidden />
          </ToolButton>
        )}
        {area === 'member' && (
          <Suspense fallback={null}>
            <SwitchRowThatMemberActsFor />
          </Suspense>
        )}
        <UnreadMessagesBellLink area={area} />
        <BackgroundJobTray />
        <LazySuperAdminTools area={area} />
        {!phone && <AppearanceTools area={area} commands={commands} />}
        <AccountMenu area={area} commands={commands} />
      </div>
    </header>
  );
}
