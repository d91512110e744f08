import { publicPagesOfAllModules } from '#modules/public-pages.ts';
import { startShell } from '#web/shell/start.tsx';

/** Composition root of the browser: the shell, and the parts of the modules, loaded on demand. */
startShell({
  declarations: async () => (await import('#modules/declarations.ts')).declarations,
  parts: async () => (await import('#modules/web.ts')).browserPartsOfAllModules,
  profile: () => import('#modules/identity/web/profile/own-profile-and-password-forms.tsx'),
  superTools: () => import('#modules/web-terminal/web/terminal-button.tsx'),
  pages: publicPagesOfAllModules,
  unlistedPages: async () => (await import('#modules/unlisted-pages.ts')).unlistedPagesOfAllModules,
});
