import { lazy, Suspense, useRef } from 'react';
import { text } from '#kernel/text/text.ts';
import type { HelpTopic } from '#web/help/help-content-of-screen.tsx';
import { useText } from '#web/i18n/locale.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import type { MenuEntry } from '#web/session/menu-of-signed-in-user.ts';
import type { LayoutConfig } from '#web/theme/layout/layout-configuration.ts';
import { SideSheet } from '../../feedback/side-sheet.tsx';
import { startGuidedTour } from '../../help/guided-tour-host.tsx';
import { CollapsibleMenuTree } from '../menu/collapsible-menu-tree.tsx';
import { LogoWithHomeLink } from '../menu/side-menu.tsx';
import { shellDependencies } from '../module/shell-dependencies.ts';
import type { SettingsHelpOrSessionSideSheetName } from './settings-help-and-session-side-sheets.tsx';

/** Loaded when it is opened. */
const ProfileSideSheet = lazy(() => shellDependencies().profile());
const SettingsHelpAndSessionSideSheets = lazy(() => import('./settings-help-and-session-side-sheets.tsx'));

const texts = {
  menu: text('菜单', 'Menu'),
};

/** Name of the sheet that is open over the shell. */
export type ShellSideSheetName = 'nav' | 'profile' | SettingsHelpOrSessionSideSheetName | null;

interface ShellSheetsProps {
  readonly area: SignInArea;
  readonly base: '/admin' | '/user';
  readonly entries: readonly MenuEntry[];
  readonly layout: LayoutConfig;
  readonly topic: HelpTopic;
  readonly sheet: ShellSideSheetName;
  onClose(): void;
}

/**
 * The side sheets of the shell: the menu of a narrow window, the user's profile, and those of
 * {@link SettingsHelpAndSessionSideSheets}.
 */
export function MenuProfileAndSettingsSideSheets({
  area,
  base,
  entries,
  layout,
  topic,
  sheet,
  onClose,
}: ShellSheetsProps) {
  const t = useText();
  const ownSheet = sheet === 'nav' || sheet === 'profile' ? null : sheet;
  // Stays mounted: a dialog returns the focus when it closes, but not when it is unmounted.
  const ownSheets = useRef(false);
  ownSheets.current ||= ownSheet !== null;
  return (
    <>
      <SideSheet open={sheet === 'nav'} onClose={onClose} title={t(texts.menu)} side="left" className="xj-nav-sheet">
        <LogoWithHomeLink base={base} />
        <CollapsibleMenuTree
          entries={entries}
          narrow={false}
          accordion={layout.menuAccordion}
          icon={layout.menuDefaultIcon}
          onGo={onClose}
        />
      </SideSheet>
      {sheet === 'profile' && (
        <Suspense fallback={null}>
          <ProfileSideSheet area={area} onClose={onClose} />
        </Suspense>
      )}
      {ownSheets.current && (
        <Suspense fallback={null}>
          <SettingsHelpAndSessionSideSheets
            area={area}
            open={ownSheet}
            topic={topic}
            onTour={() => {
              onClose();
              startGuidedTour();
            }}
            onClose={onClose}
          />
        </Suspense>
      )}
    </>
  );
}
