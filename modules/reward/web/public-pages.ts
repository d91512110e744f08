import type { OpenPage } from '#web/shell/shell-parts.ts';
import { publicityPage } from '../contract/pages.ts';

/** Pages anybody may open. They come before signing in, so this file imports names and texts alone. */
export const rewardPages: readonly OpenPage[] = [{ ...publicityPage, load: () => import('./publicity-page.tsx') }];
