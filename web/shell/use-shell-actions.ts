import { useMemo } from 'react';
import { text } from '#kernel/text/text.ts';
import { currentLocale, setLocale, translate } from '#web/i18n/locale.ts';
import { type Action, useActions } from '#web/tab/actions.ts';
import { useHouseLayout } from '#web/theme/layout-config.ts';
import { type HeaderCommands, headerTexts, toggleFullScreen } from './header.tsx';
import { usePalette } from './palette.tsx';
import { type TabCommands, tabTexts } from './tab-bar.tsx';
import type { Tab } from './tab-store.ts';

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
  tabs: readonly Tab[];
  active: string;
  tabCommands: TabCommands;
  commands: HeaderCommands;
}

/** What the shell itself can do: the same actions behind the palette, the keys and the buttons. */
export function useShellActions({ isAdmin, isSuper, tabs, active, tabCommands, commands }: Shell): void {
  const { change, menuCollapse } = useHouseLayout(isAdmin ? 'admin' : 'member');
  const setPalette = usePalette((state) => state.setOpen);
  const actions = useMemo((): Action[] => {
    const section = translate(texts.shell);
    const at = tabs.findIndex((tab) => tab.key === active);
    const here = tabs[at];
    const step = (by: number): void => {
      const target = tabs[(at + by + tabs.length) % tabs.length];
      if (target) tabCommands.show(target);
    };
    const tabActions: Action[] = here
      ? [
          {
            id: 'tab:reload',
            label: translate(tabTexts.reload),
            hint: here.title,
            keys: 'Alt+R',
            section,
            run: () => tabCommands.reload(here),
          },
          {
            id: 'tab:close',
            label: translate(tabTexts.close),
            hint: here.title,
            keys: 'Alt+W',
            section,
            run: () => tabCommands.close([here]),
          },
          {
            id: 'tab:full',
            label: translate(tabTexts.fullScreen),
            keys: 'Alt+F',
            section,
            run: () => tabCommands.fullScreen(here),
          },
          { id: 'tab:next', label: translate(texts.nextTab), keys: 'Alt+]', section, run: () => step(1) },
          { id: 'tab:previous', label: translate(texts.previousTab), keys: 'Alt+[', section, run: () => step(-1) },
          { id: 'tab:all', label: translate(tabTexts.closeAll), section, run: () => tabCommands.close(tabs) },
        ]
      : [];
    return [
      { id: 'palette', label: translate(texts.palette), keys: 'Ctrl+K', section, run: () => setPalette(true) },
      ...tabActions,
      {
        id: 'menu',
        label: translate(texts.toggleMenu),
        keys: 'Alt+M',
        section,
        run: () => change({ menuCollapse: !menuCollapse, shrink: false }),
      },
      {
        id: 'language',
        label: translate(texts.toEnglish),
        keywords: 'language 语言 english 中文',
        section,
        run: () => setLocale(currentLocale() === 'en' ? 'zh-cn' : 'en'),
      },
      {
        id: 'theme:light',
        label: translate(texts.themeLight),
        keywords: 'theme light',
        section,
        run: () => change({ theme: 'light' }),
      },
      {
        id: 'theme:dark',
        label: translate(texts.themeDark),
        keywords: 'theme dark',
        section,
        run: () => change({ theme: 'dark' }),
      },
      {
        id: 'theme:system',
        label: translate(texts.themeSystem),
        keywords: 'theme system',
        section,
        run: () => change({ theme: 'system' }),
      },
      { id: 'full', label: translate(headerTexts.fullScreen), keywords: 'full screen', section, run: toggleFullScreen },
      {
        id: 'settings',
        label: translate(headerTexts.settings),
        keywords: 'layout settings',
        section,
        run: commands.openSettings,
      },
      {
        id: 'help',
        label: translate(headerTexts.help),
        keywords: 'help 帮助',
        keys: 'F1',
        section,
        run: commands.openHelp,
      },
      {
        id: 'changes',
        label: translate(headerTexts.changes),
        keywords: 'changes new',
        section,
        run: commands.openChanges,
      },
      ...(isAdmin
        ? [
            {
              id: 'scan',
              label: translate(headerTexts.scan),
              keywords: 'scan qr code 二维码 监管码 验证码',
              section,
              run: commands.openScan,
            },
          ]
        : []),
      {
        id: 'keyboard',
        label: translate(headerTexts.keyboard),
        keywords: 'keyboard help',
        keys: '?',
        section,
        run: commands.openKeyboard,
      },
      {
        id: 'profile',
        label: translate(headerTexts.profile),
        keywords: 'profile password 密码 头像',
        section,
        run: commands.openProfile,
      },
      ...(isAdmin
        ? [
            {
              id: 'sessions',
              label: translate(headerTexts.sessions),
              keywords: 'sessions',
              section,
              run: commands.openSessions,
            },
          ]
        : []),
      ...(isSuper
        ? [
            {
              id: 'cache:tp',
              label: translate(headerTexts.clearServer),
              keywords: 'cache',
              section,
              run: () => commands.clearCache('tp'),
            },
            {
              id: 'cache:storage',
              label: translate(headerTexts.clearBrowser),
              keywords: 'cache',
              section,
              run: () => commands.clearCache('storage'),
            },
            {
              id: 'cache:all',
              label: translate(headerTexts.clearAll),
              keywords: 'cache',
              section,
              run: () => commands.clearCache('all'),
            },
          ]
        : []),
      { id: 'out', label: translate(headerTexts.signOut), keywords: 'sign out logout', section, run: commands.signOut },
    ];
  }, [active, change, commands, isAdmin, isSuper, menuCollapse, setPalette, tabCommands, tabs]);
  useActions(actions);
}
