import { pages } from '#modules/public-pages.ts';
import { startShell } from '#web/shell/start.tsx';

/** The composition root of the browser: the shell, and what the modules put into it, loaded when it is needed. */
startShell({
  modules: async () => (await import('#modules/registry.ts')).modules,
  parts: async () => (await import('#modules/web.ts')).moduleParts,
  profile: () => import('#modules/identity/web/profile-sheet.tsx'),
  superTools: () => import('#modules/terminal/web/terminal-button.tsx'),
  pages,
});
