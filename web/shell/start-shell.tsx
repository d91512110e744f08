import { createRoot } from 'react-dom/client';
import { languageTag } from '#web/i18n/locale.ts';
import { watchInputMethodCompositions } from '#web/tab/input-method-composition.ts';
import { loadFontIfSystemLacksChinese } from '#web/theme/load-font-if-system-lacks-chinese.ts';
import { installThemeTokens } from '#web/theme/theme-style-sheet.ts';
import '#web/theme/base.css';
import '#web/screen/headings-below-title.css';
import '#web/theme/touch.css';
import { App } from './app.tsx';
import { provideShellDependencies, type ShellDependencies } from './module/shell-dependencies.ts';
import { takeInitialAddress } from './route/read-initial-address-and-tokens.ts';

/** Starts the application in the page. */
export function startShell(parts: ShellDependencies): void {
  watchInputMethodCompositions();
  installThemeTokens();
  document.documentElement.lang = languageTag();
  takeInitialAddress();
  provideShellDependencies(parts);
  const place = document.getElementById('root');
  if (!place) throw new Error('the page has no #root');
  createRoot(place).render(<App />);
  loadFontIfSystemLacksChinese();
}
