import { createRoot } from 'react-dom/client';
import type { PublicPage } from '#kernel/module/module.ts';
import { setNavigator } from '#web/http/navigate-by-router.ts';
import { languageTag } from '#web/i18n/locale.ts';
import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { applyInitialAddressAndTokens } from '#web/shell/route/apply-hash-route-and-tokens-of-initial-address.ts';
import {
  type LoadPublicBanner,
  setPublicBanner,
  setPublicPages,
} from '#web/sign-in/page/public-page-and-banner-registry.ts';
import { stopKeysDuringInputMethodCompositions } from '#web/tab/stop-keys-and-delay-search-during-input-method-composition.ts';
import { loadFontIfSystemLacksChinese } from '#web/theme/load-font-if-system-lacks-chinese.ts';
import { installThemeTokens } from '#web/theme/theme-style-sheet.ts';
import '#web/theme/base.css';
import '#web/theme/touch.css';
import { LightweightPublicPageAtCurrentUrl } from './lightweight-public-page-at-current-url.tsx';
import { navigateLightweightPages, setLightweightPages } from './lightweight-router-replacing-react-router.tsx';

interface LightPageDependencies {
  readonly pages: readonly PublicPageRoute[];
  /** All pages that the footer links to. */
  readonly listed: readonly PublicPage[];
  /** What public pages show below their head, loaded after them. */
  readonly banner: LoadPublicBanner;
}

/** Starts the public pages that open without the shell. */
export function startLightweightPublicPages({ pages, listed, banner }: LightPageDependencies): void {
  stopKeysDuringInputMethodCompositions();
  installThemeTokens();
  document.documentElement.lang = languageTag();
  applyInitialAddressAndTokens();
  setLightweightPages(pages);
  setPublicPages(listed);
  setPublicBanner(banner);
  setNavigator(navigateLightweightPages);
  const place = document.getElementById('root');
  if (!place) throw new Error('the page has no #root');
  createRoot(place).render(<LightweightPublicPageAtCurrentUrl />);
  loadFontIfSystemLacksChinese();
}
