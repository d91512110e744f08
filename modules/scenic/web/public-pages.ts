import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { spotsTodayPage } from '../contract/public-page-of-crowds-at-spots-today.ts';

/** Public pages. They are part of the sign-in bundle, so this file imports names and texts only. */
export const scenicPublicPages: readonly PublicPageRoute[] = [
  { ...spotsTodayPage, load: () => import('./public/spots-today-page.tsx') },
];
