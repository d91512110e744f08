import { text } from '#kernel/text/text.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';

export const complaintWeb: WebModule = {
  name: 'complaint',
  screens: { admin: { 'complaint/complaint': () => import('./queue/complaint-list-screen.tsx') } },
  recordPanels: {
    'complaint/complaint': [
      {
        name: 'parties',
        label: text('双方陈述与期限', 'Both parties and time limits'),
        at: 'head',
        shows: [
          'facts',
          'files',
          'demands',
          'demanded',
          'answer',
          'answer_files',
          'answered_at',
          'agreement',
          'agreed_amount',
          'fulfil_by',
          'paid_amount',
        ],
        load: () => import('./party-statements-and-time-limits-panel.tsx'),
      },
      {
        name: 'compare',
        label: text('比对与管辖', 'Comparison'),
        load: () => import('./similar-complaints-and-jurisdiction-panel.tsx'),
      },
    ],
  },
  tiles: () => import('./wall/complaint-wall-tiles-and-figures-by-panel.ts'),
};
