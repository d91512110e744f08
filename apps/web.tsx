import { pages } from '#modules/web-pages.ts';
import { startShell } from '#web/shell/start.tsx';

/** The composition root of the browser: the shell, and what the modules put into it, loaded when it is needed. */
startShell({
  resources: async () => (await import('#modules/registry.ts')).resources,
  series: async () => (await import('#modules/registry.ts')).series,
  brought: () => import('#modules/web.ts'),
  help: async () => (await import('#modules/web-help.ts')).helpPages,
  profile: () => import('#modules/identity/web/profile-sheet.tsx'),
  superTools: () => import('#modules/terminal/web/terminal-tool.tsx'),
  pages,
});
