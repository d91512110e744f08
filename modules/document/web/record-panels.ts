import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panels.ts';

/** What the page of a document shows besides its data: what stands in it, and the papers. */
export const documentPanels: readonly RecordPanel[] = [
  { name: 'paper', label: text('文书内容', 'Document content'), at: 'head', load: () => import('./paper-panel.tsx') },
];
