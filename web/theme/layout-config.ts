import { create } from 'zustand';
import { readJson, writeJson } from '#web/session/storage.ts';
import { defaultLayout, type LayoutConfig, readLayout } from './layout.ts';

/** Also read by web/public/early.js before the first paint. */
const key = 'storeConfig_v2';

interface LayoutStore extends LayoutConfig {
  change: (part: Partial<LayoutConfig>) => void;
  restore: () => void;
}

const configOf = ({ change, restore, ...config }: LayoutStore): LayoutConfig => config;

export const useLayout = create<LayoutStore>((set, get) => ({
  ...readLayout(readJson(localStorage, key)),
  change: (part) => {
    set(part);
    writeJson(localStorage, key, configOf(get()));
  },
  restore: () => {
    set(defaultLayout);
    writeJson(localStorage, key, defaultLayout);
  },
}));
