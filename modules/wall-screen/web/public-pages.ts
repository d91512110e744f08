import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { wallRemotePage } from '../contract/wall-remote.ts';

/** Pages open to everybody. They load before sign-in, so this file imports only names and texts. */
export const wallRemotePages: readonly PublicPageRoute[] = [
  { ...wallRemotePage, load: () => import('./remote/wall-remote-page.tsx') },
];
