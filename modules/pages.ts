import type { OpenPage } from '#web/shell/shell-parts.ts';
import { documentPages } from './document/web/pages.ts';
import { enterprisePages } from './enterprise/web/pages.ts';
import { rewardPages } from './reward/web/pages.ts';
import { screenPages } from './screen/web/pages.ts';
import { travelPages } from './travel/web/pages.ts';

/** Pages anybody may open, of all areas; they are the part of the browser that comes before signing in. */
export const pages: readonly OpenPage[] = [
  ...enterprisePages,
  ...documentPages,
  ...rewardPages,
  ...screenPages,
  ...travelPages,
];
