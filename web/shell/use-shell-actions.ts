import { useMemo } from 'react';
import { text } from '#kernel/text.ts';
import { currentLocale, setLocale, speak } from '#web/i18n/locale.ts';
import { type Action, useActions } from '#web/tab/actions.ts';
import { useHouseLayout } from '#web/theme/layout-config.ts';
import { type HeaderCommands, headerWords, toggleFullScreen } from './header.tsx';
import { usePalette } from './palette.tsx';
import { type TabCommands, tabWords } from './tab-bar.tsx';
import type { Tab } from './tab-store.ts';

const words = {
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
    const section = speak(words.shell);
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
            label: speak(tabWords.reload),
            hint: here.title,
            keys: 'Alt+R',
            section,
            run: () => tabCommands.reload(here),
          },
          {
            id: 'tab:close',
            label: speak(tabWords.close),
            hint: here.title,
            keys: 'Alt+W',
            section,
            run: () => tabCommands.close([here]),
          },
          {
            id: 'tab:full',
            label: speak(tabWords.fullScreen),
            keys: 'Alt+F',
            section,
            run: () => tabCommands.fullScreen(here),
          },
          { id: 'tab:next', label: speak(words.nextTab), keys: 'Alt+]', section, run: () => step(1) },
          { id: 'tab:previous', label: speak(words.previousTab), keys: 'Alt+[', section, run: () => step(-1) },
          { id: 'tab:all', label: speak(tabWords.closeAll), section, run: () => tabCommands.close(tabs) },
        ]
      : [];
    return [
      { id: 'palette', label: speak(words.palette), keys: 'Ctrl+K', section, run: () => setPalette(true) },
      ...tabActions,
      {
        id: 'menu',
        label: speak(words.toggleMenu),
        keys: 'Alt+M',
        section,
        run: () => change({ menuCollapse: !menuCollapse, shrink: false }),
      },
      {
        id: 'language',
        label: speak(words.toEnglish),
        keywords: 'language 语言 english 中文',
        section,
        run: () => setLocale(currentLocale() === 'en' ? 'zh-cn' : 'en'),
      },
      {
        id: 'theme:light',
        label: speak(words.themeLight),
        keywords: 'theme light',
        section,
        run: () => change({ theme: 'light' }),
      },
      {
        id: 'theme:dark',
        label: speak(words.themeDark),
        keywords: 'theme dark',
        section,
        run: () => change({ theme: 'dark' }),
      },
      {
        id: 'theme:system',
        label: speak(words.themeSystem),
        keywords: 'theme system',
        section,
        run: () => change({ theme: 'system' }),
      },
      { id: 'full', label: speak(headerWords.fullScreen), keywords: 'full screen', section, run: toggleFullScreen },
      {
        id: 'settings',
        label: speak(headerWords.settings),
        keywords: 'layout settings',
        section,
        run: commands.openSettings,
      },
      {
        id: 'help',
        label: speak(headerWords.help),
        keywords: 'help 帮助',
        keys: 'F1',
        section,
        run: commands.openHelp,
      },
      {
        id: 'changes',
        label: speak(headerWords.changes),
        keywords: 'changes new',
        section,
        run: commands.openChanges,
      },
      ...(isAdmin
        ? [
            {
              id: 'scan',
              label: speak(headerWords.scan),
              keywords: 'scan qr code 二维码 监管码 验证码',
              section,
              run: commands.openScan,
            },
          ]
        : []),
      {
        id: 'keyboard',
        label: speak(headerWords.keyboard),
        keywords: 'keyboard help',
        keys: '?',
        section,
        run: commands.openKeyboard,
      },
      {
        id: 'profile',
        label: speak(headerWords.profile),
        keywords: 'profile password 密码 头像',
        section,
        run: commands.openProfile,
      },
      ...(isAdmin
        ? [
            {
              id: 'sessions',
              label: speak(headerWords.sessions),
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
              label: speak(headerWords.clearServer),
              keywords: 'cache',
              section,
              run: () => commands.clearCache('tp'),
            },
            {
              id: 'cache:storage',
              label: speak(headerWords.clearBrowser),
              keywords: 'cache',
              section,
              run: () => commands.clearCache('storage'),
            },
            {
              id: 'cache:all',
              label: speak(headerWords.clearAll),
              keywords: 'cache',
              section,
              run: () => commands.clearCache('all'),
            },
          ]
        : []),
      { id: 'out', label: speak(headerWords.signOut), keywords: 'sign out logout', section, run: commands.signOut },
    ];
  }, [active, change, commands, isAdmin, isSuper, menuCollapse, setPalette, tabCommands, tabs]);
  useActions(actions);
}
