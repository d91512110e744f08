/** Modes of the wall besides showing the present. */
export const wallModes = ['replay', 'present'] as const;
export type WallMode = (typeof wallModes)[number];
