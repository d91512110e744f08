import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { rewardPublicNoticePage } from '../contract/reward-public-notice-page.ts';

/** Pages open to everybody. They load before sign-in, so this file imports only names and texts. */
export const rewardPublicPages: readonly PublicPageRoute[] = [
  { ...rewardPublicNoticePage, load: () => import('./reward-public-notice-page.tsx') },
];
