import { providePanels } from '#web/record/record-panels.ts';
import { provideResources } from '#web/resource/resource-registry.ts';
import { knownInArea } from '#web/session/known-in-area.ts';
import { type LoadScreen, shellParts } from './shell-parts.ts';

/** Screens of the shell itself; modules may replace them. */
const own: Readonly<Record<string, LoadScreen>> = {
  dashboard: () => import('./workbench.tsx'),
};

let screens: Readonly<Record<string, LoadScreen>> = own;
let loading: Promise<void> | undefined;

/** Loads the declarations and the map of screens, once, before a signed-in area is drawn. */
export function loadOfficeParts(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<void> {
  const [resources, series, given, panels] = await Promise.all([
    shellParts().resources(),
    shellParts().series(),
    shellParts().screens(),
    shellParts().panels(),
  ]);
  provideResources(resources, series, knownInArea);
  providePanels(panels);
  screens = { ...own, ...given };
}

/** Screens written by hand, by rule name; complete once the parts are loaded. */
export const loadedScreens = (): Readonly<Record<string, LoadScreen>> => screens;
