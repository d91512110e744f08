import type { OpenPage } from '#web/shell/module/shell-parts.ts';
import { registerPage, supervisionPage } from '../contract/pages.ts';

/** Pages anybody may open. They come before signing in, so this file imports names and texts alone. */
export const enterprisePages: readonly OpenPage[] = [
  { ...registerPage, load: () => import('./registration/register.tsx') },
  { ...supervisionPage, load: () => import('./supervision.tsx') },
];
