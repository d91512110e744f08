import type { ReactNode } from 'react';
import { usePublicSiteInfo } from '#web/boot/use-public-site-info.ts';
import { currentLocale, setLocale, useText } from '#web/i18n/locale.ts';
import type { ThemeChoice } from '#web/theme/layout/layout-configuration.ts';
import { useLayout } from '#web/theme/layout/layout-store.ts';
import { useIsPhone } from '#web/theme/use-media-query.ts';
import { signInTexts } from './sign-in-texts.ts';
import './sign-in.css';
import './bronze-mirror.css';

const next: Readonly<Record<ThemeChoice, ThemeChoice>> = { system: 'light', light: 'dark', dark: 'system' };

/** Buttons for language and theme before sign-in. */
export function LanguageAndThemeButtons() {
  const t = useText();
  const { theme, change } = useLayout();
  const isPhone = useIsPhone();
  const label = t(signInTexts.theme, { theme: t(signInTexts[theme]) });
  return (
    <div className="xj-page-tools">
      <button
        type="button"
        className="xj-button"
        data-tone="quiet"
        aria-label={label}
        onClick={() => change({ theme: next[theme] })}
      >
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path
            d={
              theme === 'system'
                ? 'M8 1.75v12.5A6.25 6.25 0 0 0 8 1.75Z'
                : theme === 'dark'
                  ? 'M8 1.75a6.25 6.25 0 1 1 0 12.5a6.25 6.25 0 1 1 0-12.5Z'
                  : ''
            }
            fill="currentColor"
          />
        </svg>
        {isPhone ? t(signInTexts[theme]) : label}
      </button>
      <button
        type="button"
        className="xj-button"
        data-tone="quiet"
        lang={currentLocale() === 'en' ? 'zh-CN' : 'en'}
        title={t(signInTexts.languageHint)}
        onClick={() => setLocale(currentLocale() === 'en' ? 'zh-cn' : 'en')}
      >
        {t(signInTexts.language)}
      </button>
    </div>
  );
}

/** Footer with the ICP record number, which the law requires. */
export function IcpFooter({ children }: { children?: ReactNode }) {
  const t = useText();
  const site = usePublicSiteInfo();
  return (
    <footer className="xj-foot">
      {children}
      {site?.recordNumber && (
        <a href="https://beian.miit.gov.cn/" rel="noreferrer" target="_blank">
          <span className="xj-visually-hidden">{t(signInTexts.recordNumber)} </span>
          {site.recordNumber}
        </a>
      )}
    </footer>
  );
}

export interface SignInPageProps {
  title: string;
  children: ReactNode;
  foot?: ReactNode;
  /** Links for other visitors, between form and footer. */
  doors?: ReactNode;
}
