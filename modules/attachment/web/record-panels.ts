import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panels.ts';

/** What the page of a file shows besides its data. */
export const attachmentPanels: readonly RecordPanel[] = [
  { name: 'usage', label: text('使用情况', 'Usage'), load: () => import('./file-references-panel.tsx') },
];
