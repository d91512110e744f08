import type { Area } from '#web/session/area.ts';
import { SessionsSheet } from './sessions-sheet.tsx';
import { SettingsSheet } from './settings-sheet.tsx';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';

export type OwnSheet = 'settings' | 'sessions' | 'keyboard';

interface OwnSheetsProps {
  area: Area;
  open: OwnSheet | null;
  onClose: () => void;
}

/** What a person sets and looks up about their own place in the product: loaded with the first that is opened. */
export default function OwnSheets({ area, open, onClose }: OwnSheetsProps) {
  return (
    <>
      <SettingsSheet open={open === 'settings'} onClose={onClose} />
      <SessionsSheet area={area} open={open === 'sessions'} onClose={onClose} />
      <ShortcutsSheet open={open === 'keyboard'} onClose={onClose} />
    </>
  );
}
