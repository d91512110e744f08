import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';

/** Further panels on the page of an attachment. */
export const attachmentRecordPanels: readonly RecordPanel[] = [
  { name: 'usage', label: text('使用情况', 'Usage'), load: () => import('./file-usage-panel.tsx') },
];
