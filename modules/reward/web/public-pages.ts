import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { publicNoticeOfTouristBringingRewardsPage } from '../contract/path-and-title-of-public-notice-of-rewards-page.ts';

/** Pages open to everybody. They load before sign-in, so this file imports only names and texts. */
export const rewardPublicPages: readonly PublicPageRoute[] = [
  {
    ...publicNoticeOfTouristBringingRewardsPage,
    load: () => import('./public-notice-of-rewards-for-bringing-tourists-page.tsx'),
  },
];
