import { publicPagesOfAllModules } from '#modules/public-pages.ts';
import { startShell } from '#web/shell/start-shell.tsx';

/** Composition root of the browser: the shell, and the parts of the modules, loaded on demand. */
startShell({
  declarations: async () => (await import('#modules/declarations.ts')).declarations,
  parts: async () => (await import('#modules/web.ts')).browserPartsOfAllModules,
  profile: () => import('#modules/identity/web/profile/own-profile-side-sheet-and-forms.tsx'),
  superTools: () => import('#modules/web-terminal/web/terminal-button.tsx'),
  pages: publicPagesOfAllModules,
  publicBanner: () => import('#modules/incident/web/safety/risk-notice-banner.tsx'),
  unlistedPages: async () => (await import('#modules/unlisted-public-pages.ts')).unlistedPublicPagesOfAllModules,
});
