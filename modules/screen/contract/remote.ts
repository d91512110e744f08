import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Buttons of the phone that controls a wall. */
export const remotePresses = ['next', 'previous', 'pause', 'scene'] as const;
export type RemotePress = (typeof remotePresses)[number];

/** Event emitted for a button press: `screen/remote.pressed`, on the row of the remote. */
export const remoteEvent = 'screen/remote';

export interface Scene {
  readonly name: string;
  readonly note: string;
}

/** State of the wall, as the phone shows it. */
export interface RemoteState {
  readonly scenes: readonly Scene[];
  /** Index of the current scene. */
  readonly at: number;
  readonly playing: boolean;
}

/** Page opened by the QR code on the wall. */
export const remotePage = {
  name: 'screen/remote',
  path: '/screen/remote',
  title: text('大屏遥控', 'Wall screen remote'),
} as const satisfies PublicPage;
