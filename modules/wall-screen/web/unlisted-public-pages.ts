import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { wallRemotePage } from '../contract/wall-remote-control.ts';

/** Public pages that are opened from a code or a link. */
export const wallScreenUnlistedPublicPages: readonly PublicPageRoute[] = [
  { ...wallRemotePage, load: () => import('./remote/wall-remote-page.tsx') },
];
