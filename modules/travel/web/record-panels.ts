import { text } from '#kernel/text.ts';
import type { RecordPanel } from '#web/record/record-panels.ts';

/** What has days and stops shows them as they are planned, to whoever reviews it and to whoever made it. */
export const planPanels: readonly RecordPanel[] = [
  {
    name: 'plan',
    label: text('行程编排', 'Itinerary'),
    side: 'both',
    isShown: ({ days }) => days === null || (Array.isArray(days) && days.length > 0),
    load: () => import('./builder/plan-panel.tsx'),
  },
];
