import { text } from '#kernel/text/text.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';

export const complaintWeb: WebModule = {
  name: 'complaint',
  recordPanels: {
    'complaint/complaint': [
      {
        name: 'compare',
        label: text('比对与管辖', 'Comparison'),
        load: () => import('./similar-complaints-and-jurisdiction-panel.tsx'),
      },
    ],
  },
  tiles: () => import('./wall/complaint-tiles-by-panel.ts'),
};
