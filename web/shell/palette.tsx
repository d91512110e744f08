import { type ComponentType, useEffect, useState } from 'react';
import { create } from 'zustand';
import { text } from '#kernel/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { MenuEntry } from '#web/session/menu.ts';
import { Sheet } from './sheet.tsx';

const title = text('命令面板', 'Command palette');

/** The palette is opened from the header, by keys, or by a screen. */
export const usePalette = create<{ open: boolean; setOpen: (open: boolean) => void }>((set) => ({
  open: false,
  setOpen: (open) => set({ open }),
}));

export interface PaletteProps {
  entries: readonly MenuEntry[];
  /** Whether a menu entry has a screen of its own. */
  isScreen: (name: string) => boolean;
}

type Body = ComponentType<PaletteProps & { title: string; onClose: () => void }>;

const load = () => import('./palette-body.tsx');

/** Opens once what it consists of is there: who opens it goes on typing. */
export function Palette({ entries, isScreen }: PaletteProps) {
  const say = useText();
  const { open, setOpen } = usePalette();
  const [Body, setBody] = useState<Body>();
  useEffect(() => {
    if (Body) return undefined;
    const take = () => void load().then((loaded) => setBody(() => loaded.PaletteBody));
    if (open) return take();
    // its keys begin with one of these, which leaves the time to load it
    const ahead = ({ key }: KeyboardEvent) => {
      if (key === 'Control' || key === 'Meta') take();
    };
    window.addEventListener('keydown', ahead);
    return () => window.removeEventListener('keydown', ahead);
  }, [open, Body]);
  return (
    <Sheet open={open && Body !== undefined} onClose={() => setOpen(false)} title={say(title)} side="top" bare>
      {Body && <Body title={say(title)} entries={entries} isScreen={isScreen} onClose={() => setOpen(false)} />}
    </Sheet>
  );
}
