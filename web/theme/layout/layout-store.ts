import { useMemo } from 'react';
import { create } from 'zustand';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { readJson, writeJson } from '#web/session/json-storage-with-memory-fallback.ts';
import { type LayoutConfig, layoutChangeInArea, layoutOfArea, readLayout } from './layout-configuration.ts';

/** Also read by web/public/early.js before the first paint. */
const key = 'storeConfig_v2';

export interface LayoutStore extends LayoutConfig {
  change: (part: Partial<LayoutConfig>) => void;
}

const configOf = ({ change, ...config }: LayoutStore): LayoutConfig => config;

export const useLayout = create<LayoutStore>((set, get) => ({
  ...readLayout(readJson(localStorage, key)),
  change: (part) => {
    set(part);
    writeJson(localStorage, key, configOf(get()));
  },
}));

/** The layout of an area: a change to its menu leaves the other area as it is. */
export function useAreaLayout(area: SignInArea): LayoutStore {
  const layout = useLayout();
  return useMemo(
    () => ({ ...layoutOfArea(layout, area), change: (part) => layout.change(layoutChangeInArea(layout, area, part)) }),
    [area, layout],
  );
}
