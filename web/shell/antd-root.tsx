import { ConfigProvider } from 'antd';
import en from 'antd/es/locale/en_US';
import zh from 'antd/es/locale/zh_CN';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { currentLocale } from '#web/i18n/locale.ts';
import { antdTheme } from '#web/theme/antd-theme.ts';
import { addWallThemeStylesToDocument } from '#web/theme/colours-of-all-themes.ts';
import { useLayout } from '#web/theme/layout/layout-store.ts';
import type { ThemeName } from '#web/theme/theme-design-tokens.ts';
import { useColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import { useIsPhone } from '#web/theme/use-media-query.ts';
import { FlushReactUpdatesBeforeNextKey } from './flush-react-updates-before-next-key.tsx';
import '#web/theme/dialog.css';
import '#web/theme/thumb.css';

addWallThemeStylesToDocument();

/** Provides antd with the language and theme of the page; the wall passes its own theme. */
export function AntdRoot({ children, theme: requested }: { children: ReactNode; theme?: ThemeName }) {
  const officeTheme = useColourScheme();
  const calm = useLayout((state) => state.calm);
  const name = requested ?? officeTheme;
  const phone = useIsPhone();
  const theme = useMemo(() => antdTheme(name, calm, phone), [name, calm, phone]);
  return (
    <ConfigProvider theme={theme} locale={currentLocale() === 'en' ? en : zh} button={{ autoInsertSpace: false }}>
      <FlushReactUpdatesBeforeNextKey />
      {children}
    </ConfigProvider>
  );
}
