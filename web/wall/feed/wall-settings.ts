import { create } from 'zustand';
import { readJson, writeJson } from '#web/session/storage.ts';

/** `projector` is ink for projected light, `wall` is true black for LED walls. */
export type WallTheme = 'projector' | 'wall';

interface StoredSettings {
  theme: WallTheme;
  /** No motion at all, for rooms where the wall hangs beside people at work. */
  calm: boolean;
  /** A short tone when an alert comes in. */
  sound: boolean;
  /** Who is on duty before it: what alerts are acknowledged by. */
  duty: string;
}

interface WallSettings extends StoredSettings {
  change: (part: Partial<StoredSettings>) => void;
}

const key = 'wallScreen';

/** How this wall is drawn, and who sits before it; kept in its browser. */
export const useWallSettings = create<WallSettings>((set, get) => ({
  theme: 'projector',
  calm: false,
  sound: false,
  duty: '',
  ...readJson<Partial<StoredSettings>>(localStorage, key),
  change: (part) => {
    set(part);
    const { change: _, ...stored } = get();
    writeJson(localStorage, key, stored);
  },
}));
