import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';

/** Panel for the single reply to a rating. */
export const ratingReplyPanels: readonly RecordPanel[] = [
  {
    name: 'reply',
    label: text('答复', 'Answer'),
    side: 'member',
    isShown: ({ reply }) => !reply,
    load: () => import('./rating-reply-panel.tsx'),
  },
];
