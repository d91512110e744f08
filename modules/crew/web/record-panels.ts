import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panels.ts';

/** A rating of a guide is answered once. */
export const ratingPanels: readonly RecordPanel[] = [
  {
    name: 'reply',
    label: text('答复', 'Answer'),
    side: 'member',
    isShown: ({ reply }) => !reply,
    load: () => import('./reply-panel.tsx'),
  },
];
