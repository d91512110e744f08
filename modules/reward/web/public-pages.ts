import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { publicityPage } from '../contract/publicity-page.ts';

/** Pages open to everybody. They load before sign-in, so this file imports only names and texts. */
export const rewardPages: readonly PublicPageRoute[] = [
  { ...publicityPage, load: () => import('./publicity-page.tsx') },
];
