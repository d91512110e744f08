import { lightPublicPagesOfAllModules } from '#modules/light-public-pages.ts';
import { listedPublicPagesOfAllModules } from '#modules/listed-public-pages.ts';
import { startLightPages } from '#web/light/start-light-pages.tsx';

/** Composition root of the public pages that open without the shell, drawn by Preact (`vite.light.config.ts`). */
startLightPages({
  pages: lightPublicPagesOfAllModules,
  listed: listedPublicPagesOfAllModules,
  banner: () => import('#modules/incident/web/safety/risk-notice-banner.tsx'),
});
