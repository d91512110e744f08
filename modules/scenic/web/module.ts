import { text } from '#kernel/text/text.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';

export const scenicWeb: WebModule = {
  name: 'scenic',
  recordPanels: {
    'scenic/spot': [
      {
        name: 'forecast',
        side: 'both',
        label: text('客流预测', 'Forecast'),
        load: () => import('./forecast/spot-forecast-panel.tsx'),
      },
    ],
    'scenic/warning': [
      {
        name: 'course',
        at: 'head',
        side: 'both',
        label: text('曲线与处置', 'Curve and response'),
        load: () => import('./warning/visitor-curve-and-measures-of-crowd-warning-panel.tsx'),
      },
    ],
  },
  tiles: () => import('./wall/scenic-wall-tiles-and-figures-by-panel.ts'),
};
