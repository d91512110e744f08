import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { remotePage } from '../contract/remote.ts';

/** Pages open to everybody. They load before sign-in, so this file imports only names and texts. */
export const screenPages: readonly PublicPageRoute[] = [
  { ...remotePage, load: () => import('./remote/remote-page.tsx') },
];
