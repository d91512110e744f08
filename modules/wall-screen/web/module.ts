import { withAllDeclarations } from '#web/resource/declaration-loader.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';

export const wallScreenWeb: WebModule = {
  name: 'screen',
  screens: {
    admin: {
      largedatascreen: withAllDeclarations(() => import('./wall/wall-screen.tsx')),
      screendata: withAllDeclarations(() => import('./figures/wall-figures-page.tsx')),
    },
  },
  tiles: () => import('./map-layers/wall-screen-tiles-and-figures-by-panel.ts'),
  help: {
    dashboard: {
      'zh-cn': () => import('./help/start.zh-cn.md?raw'),
      en: () => import('./help/start.en.md?raw'),
    },
  },
};
