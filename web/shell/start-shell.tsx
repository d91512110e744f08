import { createRoot } from 'react-dom/client';
import { languageTag } from '#web/i18n/locale.ts';
import { stopKeysDuringInputMethodCompositions } from '#web/tab/stop-keys-and-delay-search-during-input-method-composition.ts';
import { loadFontIfSystemLacksChinese } from '#web/theme/load-font-if-system-lacks-chinese.ts';
import { installThemeTokens } from '#web/theme/theme-style-sheet.ts';
import '#web/theme/base.css';
import '#web/screen/headings-below-title.css';
import '#web/theme/touch.css';
import { App } from './app.tsx';
import { provideShellDependencies, type ShellDependencies } from './module/shell-dependencies.ts';
import { applyInitialAddressAndTokens } from './route/apply-hash-route-and-tokens-of-initial-address.ts';

/** Starts the application in the page. */
export function startShell(parts: ShellDependencies): void {
  stopKeysDuringInputMethodCompositions();
  installThemeTokens();
  document.documentElement.lang = languageTag();
  applyInitialAddressAndTokens();
  provideShellDependencies(parts);
  const place = document.getElementById('root');
  if (!place) throw new Error('the page has no #root');
  createRoot(place).render(<App />);
  loadFontIfSystemLacksChinese();
}
