import { create } from 'zustand';
import { text } from '#kernel/text/text.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import type { MenuEntry } from '#web/session/menu-of-signed-in-user.ts';

export const commandPaletteTexts = {
  title: text('命令面板', 'Command palette'),
  placeholder: text('前往、查找企业或人员、执行操作…', 'Go to, find enterprises or people, run actions…'),
  ownPlaceholder: text('前往、新建、执行操作…', 'Go to, create, run actions…'),
};

export interface CommandPaletteProps {
  area: SignInArea;
  entries: readonly MenuEntry[];
  /** Whether a menu entry has a screen of its own. */
  isScreen: (name: string) => boolean;
  /** Address of the page with all results; undefined: this person has none. */
  searchPage: string | undefined;
}

interface PaletteState {
  open: boolean;
  /** Initial text, or text typed while it loaded. */
  query: string;
  /** Enter was pressed while it loaded. */
  entered: boolean;
  setOpen: (open: boolean, query?: string) => void;
}

/** State of the palette, which is opened from the header, by keys, or by a screen. */
export const useCommandPalette = create<PaletteState>((set) => ({
  open: false,
  query: '',
  entered: false,
  setOpen: (open, query = '') => set({ open, query, entered: false }),
}));

/** Opens the palette with a text. */
export const openCommandPaletteWith = (query: string): void => useCommandPalette.getState().setOpen(true, query);
