import type { OpenPage } from '#web/shell/module/shell-parts.ts';
import { checkPage, verifyPage } from '../contract/pages.ts';

/** Pages anybody may open. They come before signing in, so this file imports names and texts alone. */
export const documentPages: readonly OpenPage[] = [
  { ...checkPage, load: () => import('./check-page.tsx') },
  { ...verifyPage, load: () => import('./check-page.tsx') },
];
