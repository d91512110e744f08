import { create } from 'zustand';
import { readJson, writeJson } from '#web/session/json-storage-with-memory-fallback.ts';

/** `projector` is ink for projected light, `wall` is true black for LED walls. */
export type WallTheme = 'projector' | 'wall';

interface StoredSettings {
  theme: WallTheme;
  /** No motion at all, for rooms where people work next to the wall. */
  calm: boolean;
  /** A short tone for a new alert. */
  sound: boolean;
  /** Names of the layers of the map that are shown. Undefined: those shown initially. */
  layers?: readonly string[];
  /** Name of the layer by whose rows the divisions are filled. Undefined: the first. */
  filledBy?: string;
  /** Name of the officer on duty, who acknowledges alerts. */
  duty: string;
}

interface LocalWallSettings extends StoredSettings {
  change: (part: Partial<StoredSettings>) => void;
}

const key = 'wallScreen';

/** Display settings of this wall and its officer on duty; stored in its browser. */
export const useLocalWallSettings = create<LocalWallSettings>((set, get) => ({
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
