import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Buttons of the phone that controls a wall. */
export type WallRemoteButton = 'next' | 'previous' | 'pause' | 'scene';

/** Event emitted for a button press: `screen/remote.pressed`, on the row of the remote. */
export const wallRemoteEvent = 'screen/remote';

export interface RemoteScene {
  readonly name: string;
  readonly note: string;
}

/** State of the wall, as the phone shows it. */
export interface WallRemoteState {
  readonly scenes: readonly RemoteScene[];
  /** Index of the current scene. */
  readonly at: number;
  readonly playing: boolean;
}

/** Page opened by the QR code on the wall. */
export const wallRemotePage = {
  name: 'screen/remote',
  path: '/screen/remote',
  title: text('大屏遥控', 'Wall screen remote'),
} as const satisfies PublicPage;
