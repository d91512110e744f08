import { create } from 'zustand';
import { readJson, writeJson } from '#web/session/storage.ts';

/** `projector` is ink for projected light, `wall` is true black for LED walls. */
export type WallTheme = 'projector' | 'wall';

interface WallSettings {
  theme: WallTheme;
  /** No motion at all, for rooms where the wall hangs beside people at work. */
  calm: boolean;
  change: (part: { theme?: WallTheme; calm?: boolean }) => void;
}

const key = 'wallScreen';

/** How this wall is drawn; kept in its browser. */
export const useWallSettings = create<WallSettings>((set, get) => ({
  theme: 'projector',
  calm: false,
  ...readJson<{ theme?: WallTheme; calm?: boolean }>(localStorage, key),
  change: (part) => {
    set(part);
    writeJson(localStorage, key, { theme: get().theme, calm: get().calm });
  },
}));
