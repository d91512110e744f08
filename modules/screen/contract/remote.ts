import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** What a phone may do with a wall. */
export const remotePresses = ['next', 'previous', 'pause', 'scene'] as const;
export type RemotePress = (typeof remotePresses)[number];

/** What its presses are told as: `screen/remote.pressed`, of the remote they were made on. */
export const remoteEvent = 'screen/remote';

export interface Scene {
  readonly name: string;
  readonly note: string;
}

/** How a wall stands, as its phone shows it. */
export interface RemoteState {
  readonly scenes: readonly Scene[];
  /** Index of the scene that stands. */
  readonly at: number;
  readonly playing: boolean;
}

/** Behind the code on the wall. */
export const remotePage = {
  name: 'screen/remote',
  path: '/screen/remote',
  title: text('大屏遥控', 'Wall screen remote'),
} as const satisfies PublicPage;
