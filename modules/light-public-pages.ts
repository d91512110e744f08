import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { complaintPublicPages } from './complaint/web/public-pages.ts';
import { evaluationUnlistedPublicPages } from './evaluation/web/unlisted-public-pages.ts';
import { incidentPublicPages } from './incident/web/public-pages.ts';
import { scenicPublicPages } from './scenic/web/public-pages.ts';
import { travelUnlistedPublicPages } from './travel/web/unlisted-public-pages.ts';

/** The public pages that open without the shell: those of visitors, who come with a phone and often over a weak line. */
export const lightPublicPagesOfAllModules: readonly PublicPageRoute[] = [
  ...complaintPublicPages,
  ...evaluationUnlistedPublicPages,
  ...incidentPublicPages,
  ...scenicPublicPages,
  ...travelUnlistedPublicPages,
];
