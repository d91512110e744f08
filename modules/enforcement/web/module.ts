import type { WebModule } from '#web/shell/module/web-module.ts';
import { roadsideLookupScreen } from '../contract/roadside-lookup.ts';

export const enforcementWeb: WebModule = {
  name: 'enforcement',
  screens: { admin: { [roadsideLookupScreen.name]: () => import('./roadside-lookup-screen.tsx') } },
  offlineScreens: [roadsideLookupScreen.name],
  tiles: () => import('./wall/tiles.ts'),
};
