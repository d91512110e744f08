import { text } from '#kernel/text/text.ts';
import { HelpContent, type HelpTopic } from '#web/help/help-content.tsx';
import { ReleaseNoteList } from '#web/help/release-note-list.tsx';
import { useText } from '#web/i18n/locale.ts';
import type { Area } from '#web/session/area.ts';
import { SideSheet } from '../../feedback/side-sheet.tsx';
import { LayoutAndThemeSettingsSheet } from './layout-and-theme-settings-sheet.tsx';
import { OpenRecordByCode } from './open-record-by-code.tsx';
import { OwnSessionsSheet } from './own-sessions-sheet.tsx';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';

const texts = {
  help: text('帮助：{title}', 'Help: {title}'),
  changes: text('更新说明', 'Release notes'),
  scan: text('扫码打开记录', 'Open record by scanning'),
};

export type LazyShellSheetName = 'settings' | 'sessions' | 'keyboard' | 'help' | 'changes' | 'scan';

interface SettingsAndHelpSheetsProps {
  area: Area;
  open: LazyShellSheetName | null;
  /** Help topic of the present screen. */
  topic: HelpTopic;
  onTour: () => void;
  onClose: () => void;
}

/** Sheets for settings, sessions, keys, help, release notes and scanning, loaded when the first of them is opened. */
export default function LazyShellSheets({ area, open, topic, onTour, onClose }: SettingsAndHelpSheetsProps) {
  const t = useText();
  return (
    <>
      <LayoutAndThemeSettingsSheet open={open === 'settings'} onClose={onClose} />
      <OwnSessionsSheet area={area} open={open === 'sessions'} onClose={onClose} />
      <ShortcutsSheet open={open === 'keyboard'} onClose={onClose} />
      <SideSheet open={open === 'help'} onClose={onClose} title={t(texts.help, { title: topic.title })}>
        <HelpContent topic={topic} onTour={onTour} />
      </SideSheet>
      <SideSheet open={open === 'changes'} onClose={onClose} title={t(texts.changes)}>
        <ReleaseNoteList />
      </SideSheet>
      <SideSheet open={open === 'scan'} onClose={onClose} title={t(texts.scan)}>
        <OpenRecordByCode onClose={onClose} />
      </SideSheet>
    </>
  );
}
