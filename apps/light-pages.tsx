import { publicPagesLinkedFromLightPages } from '#modules/declarations-of-public-pages-linked-from-light-pages.ts';
import { lightPublicPagesOfAllModules } from '#modules/light-public-pages.ts';
import { startLightweightPublicPages } from '#web/light/start-lightweight-public-pages-without-shell.tsx';

/** Composition root of the public pages that open without the shell, drawn by Preact (`vite.light.config.ts`). */
startLightweightPublicPages({
  pages: lightPublicPagesOfAllModules,
  listed: publicPagesLinkedFromLightPages,
  banner: () => import('#modules/incident/web/safety/risk-notice-banner.tsx'),
});
