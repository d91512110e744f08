/** What a wall can be doing besides showing what is now. */
export const wallModes = ['replay', 'present'] as const;
export type WallMode = (typeof wallModes)[number];
