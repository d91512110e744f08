import { create } from 'zustand';
import { readJson, writeJson } from '#web/session/storage.ts';

export type LayoutMode = 'Default' | 'Classic';
export type ThemeChoice = 'system' | 'light' | 'dark';

/** How this person likes the product drawn. Kept in this browser only (specification §3). */
export interface LayoutConfig {
  layoutMode: LayoutMode;
  theme: ThemeChoice;
  /** Narrow menu: icons only, 64 px. */
  menuCollapse: boolean;
  /** No menu at all: 0 px. */
  shrink: boolean;
  /** Only one folder of the menu open at a time. */
  menuAccordion: boolean;
  /** Width of the full menu in px. */
  menuWidth: number;
  /** Less motion than the system asks for. */
  calm: boolean;
}

export const menuWidths = { full: 200, collapsed: 64, shrunk: 0 } as const;

export const defaultLayout: LayoutConfig = {
  layoutMode: 'Default',
  theme: 'system',
  menuCollapse: false,
  shrink: false,
  menuAccordion: true,
  menuWidth: menuWidths.full,
  calm: false,
};

/** Also read by web/public/early.js before the first paint. */
const key = 'storeConfig_v2';

interface LayoutStore extends LayoutConfig {
  change: (part: Partial<LayoutConfig>) => void;
  restore: () => void;
}

/** Width the menu takes now, in px. */
export const menuWidthOf = (config: Pick<LayoutConfig, 'menuCollapse' | 'shrink' | 'menuWidth'>) =>
  config.shrink ? menuWidths.shrunk : config.menuCollapse ? menuWidths.collapsed : config.menuWidth;

const configOf = ({ change, restore, ...config }: LayoutStore): LayoutConfig => config;

export const useLayout = create<LayoutStore>((set, get) => ({
  ...defaultLayout,
  ...readJson<Partial<LayoutConfig>>(localStorage, key),
  change: (part) => {
    set(part);
    writeJson(localStorage, key, configOf(get()));
  },
  restore: () => {
    set(defaultLayout);
    writeJson(localStorage, key, defaultLayout);
  },
}));
