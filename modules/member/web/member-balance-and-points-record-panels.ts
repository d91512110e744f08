import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';

export const adjustBalanceAndPointsPanels: readonly RecordPanel[] = [
  {
    name: 'balance',
    label: text('余额与积分', 'Balance and points'),
    at: 'head',
    load: () => import('./adjust-balance-and-points-panel.tsx'),
  },
];
