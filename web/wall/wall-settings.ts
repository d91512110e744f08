import { create } from 'zustand';
import { readJson, writeJson } from '#web/session/storage.ts';

/** `projector` is ink for projected light, `wall` is true black for LED walls. */
export type WallTheme = 'projector' | 'wall';

interface Kept {
  theme: WallTheme;
  /** No motion at all, for rooms where the wall hangs beside people at work. */
  calm: boolean;
  /** A short tone when an alert comes in. */
  sound: boolean;
  /** Who is on duty before it: what alerts are acknowledged by. */
  duty: string;
}

interface WallSettings extends Kept {
  change: (part: Partial<Kept>) => void;
}

const key = 'wallScreen';

/** How this wall is drawn, and who sits before it; kept in its browser. */
export const useWallSettings = create<WallSettings>((set, get) => ({
  theme: 'projector',
  calm: false,
  sound: false,
  duty: '',
  ...readJson<Partial<Kept>>(localStorage, key),
  change: (part) => {
    set(part);
    const { change: _, ...kept } = get();
    writeJson(localStorage, key, kept);
  },
}));
