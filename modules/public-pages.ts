import type { OpenPage } from '#web/shell/module/shell-parts.ts';
import { documentPages } from './document/web/public-pages.ts';
import { enterprisePages } from './enterprise/web/public-pages.ts';
import { rewardPages } from './reward/web/public-pages.ts';
import { screenPages } from './screen/web/public-pages.ts';
import { travelPages } from './travel/web/public-pages.ts';

/** Pages anybody may open, of all areas; they are the part of the browser that comes before signing in. */
export const pages: readonly OpenPage[] = [
  ...enterprisePages,
  ...documentPages,
  ...rewardPages,
  ...screenPages,
  ...travelPages,
];
