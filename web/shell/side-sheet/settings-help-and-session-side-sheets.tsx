import { text } from '#kernel/text/text.ts';
import { HelpContent, type HelpTopic } from '#web/help/help-content-of-screen.tsx';
import { ReleaseNoteList } from '#web/help/release-note-list.tsx';
import { useText } from '#web/i18n/locale.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { SideSheet } from '../../feedback/side-sheet.tsx';
import { KeyboardShortcutsSideSheet } from './keyboard-shortcuts-side-sheet.tsx';
import { LayoutAndThemeSettingsSideSheet } from './layout-and-theme-settings-side-sheet.tsx';
import { OpenRecordByCode } from './open-record-by-code.tsx';
import { OwnSessionsSideSheet } from './own-sessions-side-sheet.tsx';

const texts = {
  help: text('帮助：{title}', 'Help: {title}'),
  changes: text('更新说明', 'Release notes'),
  scan: text('扫码打开记录', 'Open record by scanning'),
};

export type SettingsHelpOrSessionSideSheetName = 'settings' | 'sessions' | 'keyboard' | 'help' | 'changes' | 'scan';

interface SettingsHelpAndSessionSideSheetsProps {
  area: SignInArea;
  open: SettingsHelpOrSessionSideSheetName | null;
  /** Help topic of the present screen. */
  topic: HelpTopic;
  onTour: () => void;
  onClose: () => void;
}

/** Sheets for settings, sessions, keys, help, release notes and scanning, loaded when the first of them is opened. */
export default function SettingsHelpAndSessionSideSheets({
  area,
  open,
  topic,
  onTour,
  onClose,
}: SettingsHelpAndSessionSideSheetsProps) {
  const t = useText();
  return (
    <>
      <LayoutAndThemeSettingsSideSheet open={open === 'settings'} onClose={onClose} />
      <OwnSessionsSideSheet area={area} open={open === 'sessions'} onClose={onClose} />
      <KeyboardShortcutsSideSheet open={open === 'keyboard'} onClose={onClose} />
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
