import { useMemo } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { currentLocale, setLocale, translate } from '#web/i18n/locale.ts';
import {
  type PaletteAction,
  useRegisterPaletteActions,
} from '#web/tab/command-palette-and-shortcut-action-registry.ts';
import { type LayoutStore, useAreaLayout } from '#web/theme/layout/layout-store.ts';
import { useCommandPalette } from './command-palette/command-palette-state.ts';
import { type AppHeaderCommands, appHeaderTexts, toggleFullScreen } from './header/app-header.tsx';
import { type TabCommands, tabTexts } from './tabs/open-tabs-bar.tsx';
import type { OpenTab } from './tabs/open-tabs-store.ts';

const texts = {
  shell: text('界面', 'Shell'),
  palette: text('命令面板', 'Command palette'),
  toEnglish: text('Switch to English', '切换为中文'),
  themeLight: text('浅色外观', 'Light appearance'),
  themeDark: text('深色外观', 'Dark appearance'),
  themeSystem: text('外观跟随系统', 'Follow system appearance'),
  toggleMenu: text('收起或展开菜单', 'Collapse or expand menu'),
  nextTab: text('下一个页签', 'Next tab'),
  previousTab: text('上一个页签', 'Previous tab'),
};

interface Shell {
  isAdmin: boolean;
  isSuper: boolean;
  tabs: readonly OpenTab[];
  active: string;
  tabCommands: TabCommands;
  commands: AppHeaderCommands;
}

/** An action in the shell's section of the palette. */
const shellAction = (
  id: string,
  label: Text,
  run: () => void,
  more: Pick<PaletteAction, 'hint' | 'keys' | 'keywords'> = {},
): PaletteAction => ({ id, label: translate(label), section: translate(texts.shell), run, ...more });

/** Actions on the open tab; none for a page without a tab. */
function tabActions({ tabs, active, tabCommands }: Pick<Shell, 'tabs' | 'active' | 'tabCommands'>): PaletteAction[] {
  const at = tabs.findIndex((tab) => tab.key === active);
  const here = tabs[at];
  if (!here) return [];
  const step = (by: number): void => {
    const target = tabs[(at + by + tabs.length) % tabs.length];
    if (target) tabCommands.show(target);
  };
  const hint = here.title;
  return [
    shellAction('tab:reload', tabTexts.reload, () => tabCommands.reload(here), { hint, keys: 'Alt+R' }),
    shellAction('tab:close', tabTexts.close, () => tabCommands.close([here]), { hint, keys: 'Alt+W' }),
    shellAction('tab:full', tabTexts.fullScreen, () => tabCommands.fullScreen(here), { keys: 'Alt+F' }),
    shellAction('tab:next', texts.nextTab, () => step(1), { keys: 'Alt+]' }),
    shellAction('tab:previous', texts.previousTab, () => step(-1), { keys: 'Alt+[' }),
    shellAction('tab:all', tabTexts.closeAll, () => tabCommands.close(tabs)),
  ];
}

/** Actions on the appearance of the shell: menu, language and theme. */
function appearanceActions({ change, menuCollapse }: Pick<LayoutStore, 'change' | 'menuCollapse'>): PaletteAction[] {
  const toggleMenu = () => change({ menuCollapse: !menuCollapse, shrink: false });
  const toggleLanguage = () => setLocale(currentLocale() === 'en' ? 'zh-cn' : 'en');
  return [
    shellAction('menu', texts.toggleMenu, toggleMenu, { keys: 'Alt+M' }),
    shellAction('language', texts.toEnglish, toggleLanguage, { keywords: 'language 语言 english 中文' }),
    shellAction('theme:light', texts.themeLight, () => change({ theme: 'light' }), { keywords: 'theme light' }),
    shellAction('theme:dark', texts.themeDark, () => change({ theme: 'dark' }), { keywords: 'theme dark' }),
    shellAction('theme:system', texts.themeSystem, () => change({ theme: 'system' }), { keywords: 'theme system' }),
    shellAction('full', appHeaderTexts.fullScreen, toggleFullScreen, { keywords: 'full screen' }),
  ];
}

/**
 * Actions for sheets, caches and signing out; scanning and sessions are for officers, caches for super administrators.
 */
function commandActions({
  isAdmin,
  isSuper,
  commands,
}: Pick<Shell, 'isAdmin' | 'isSuper' | 'commands'>): PaletteAction[] {
  const scan = { keywords: 'scan qr code 二维码 监管码 验证码' };
  const cache = (type: 'tp' | 'storage' | 'all', label: Text) =>
    shellAction(`cache:${type}`, label, () => commands.clearCache(type), { keywords: 'cache' });
  return [
    shellAction('settings', appHeaderTexts.settings, commands.openSettings, { keywords: 'layout settings' }),
    shellAction('help', appHeaderTexts.help, commands.openHelp, { keywords: 'help 帮助', keys: 'F1' }),
    shellAction('changes', appHeaderTexts.changes, commands.openChanges, { keywords: 'changes new' }),
    ...(isAdmin ? [shellAction('scan', appHeaderTexts.scan, commands.openScan, scan)] : []),
    shellAction('keyboard', appHeaderTexts.keyboard, commands.openKeyboard, { keywords: 'keyboard help', keys: '?' }),
    shellAction('profile', appHeaderTexts.profile, commands.openProfile, { keywords: 'profile password 密码 头像' }),
    ...(isAdmin
      ? [shellAction('sessions', appHeaderTexts.sessions, commands.openSessions, { keywords: 'sessions' })]
      : []),
    ...(isSuper
      ? [
          cache('tp', appHeaderTexts.clearServer),
          cache('storage', appHeaderTexts.clearBrowser),
          cache('all', appHeaderTexts.clearAll),
        ]
      : []),
    shellAction('out', appHeaderTexts.signOut, commands.signOut, { keywords: 'sign out logout' }),
  ];
}

/** Registers the shell's own actions, shared by the palette, the keys and the buttons. */
export function useShellPaletteActions({ isAdmin, isSuper, tabs, active, tabCommands, commands }: Shell): void {
  const { change, menuCollapse } = useAreaLayout(isAdmin ? 'admin' : 'member');
  const setPalette = useCommandPalette((state) => state.setOpen);
  const actions = useMemo(
    (): PaletteAction[] => [
      shellAction('palette', texts.palette, () => setPalette(true), { keys: 'Ctrl+K' }),
      ...tabActions({ tabs, active, tabCommands }),
      ...appearanceActions({ change, menuCollapse }),
      ...commandActions({ isAdmin, isSuper, commands }),
    ],
    [active, change, commands, isAdmin, isSuper, menuCollapse, setPalette, tabCommands, tabs],
  );
  useRegisterPaletteActions(actions);
}
