import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { remoteControlPage } from '../contract/remote-control.ts';

/** Pages open to everybody. They load before sign-in, so this file imports only names and texts. */
export const wallRemotePages: readonly PublicPageRoute[] = [
  { ...remoteControlPage, load: () => import('./remote/remote-control-page.tsx') },
];
