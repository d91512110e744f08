import type { WebModule } from '#web/shell/module/web-module.ts';
import { roadsideScreen } from '../contract/roadside.ts';

export const enforcementWeb: WebModule = {
  name: 'enforcement',
  screens: { admin: { [roadsideScreen.name]: () => import('./roadside-screen.tsx') } },
  offlineScreens: [roadsideScreen.name],
  tiles: () => import('./wall/tiles.ts'),
};
