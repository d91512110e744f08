import { provideCustomInputs } from '#web/form/state/custom-input-registry.ts';
import { provideFormContradictionWarnings } from '#web/form/state/form-contradiction-warnings-registry.ts';
import { provideHelp } from '#web/help/help-page-registry.ts';
import { provideInboxMessageAnswers } from '#web/record/inbox-message-answer-registry.ts';
import { provideRecordPanels } from '#web/record/record-panel-registry.ts';
import { preloadDeclarationsOfPath, provideDeclarations } from '#web/resource/declaration-loader.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { withFieldsVisibleToSignedInUser } from '#web/session/fields-visible-to-signed-in-user.ts';
import { provideModuleLenses } from '#web/table/lens/module-lens-registry.ts';
import { provideModuleListLinks } from '#web/table/screen/links-from-lists-to-module-screens-registry.ts';
import { provideTiles } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import { type MergedWebModules, type ScreensByArea, shellDependencies } from './shell-dependencies.ts';

/** Screens of the shell itself; modules may replace them. */
const own: ScreensByArea = {
  admin: { dashboard: () => import('../dashboard/officer-dashboard-of-to-dos-and-deadlines-page.tsx') },
  member: {},
};

let screens = own;
let offline: Pick<MergedWebModules, 'offlineScreens' | 'offlineAnswers'> = { offlineScreens: [], offlineAnswers: [] };
let loading: Promise<void> | undefined;

/**
 * Loads the index of all resources, the screens and other parts of all modules, once, before a signed-in area is
 * rendered. Declarations follow where they are needed; it does not wait for those of the path that is opened first.
 */
export async function loadWebModules(path = ''): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  await loading;
  preloadDeclarationsOfPath(path);
}

async function load(): Promise<void> {
  const [declarations, given] = await Promise.all([shellDependencies().declarations(), shellDependencies().parts()]);
  provideDeclarations(declarations, withFieldsVisibleToSignedInUser);
  provideHelp(given.help);
  provideTiles(given.tiles);
  provideRecordPanels(given.recordPanels);
  provideInboxMessageAnswers(given.noticeAnswers);
  provideModuleLenses(given.lenses);
  provideModuleListLinks(given.listLinks);
  provideCustomInputs(given.formInputs);
  provideFormContradictionWarnings(given.formWarnings);
  offline = given;
  screens = { admin: { ...own.admin, ...given.screens.admin }, member: given.screens.member };
}

/** Screens that work without a network, by rule name, and the calls whose answers they need. */
export const offlineScreensOfModules = () => offline;

/** Hand-written screens, by rule name; complete once the parts are loaded. */
export const loadedModuleScreens = (base: '/admin' | '/user'): ScreensByArea[SignInArea] =>
  screens[base === '/admin' ? 'admin' : 'member'];
