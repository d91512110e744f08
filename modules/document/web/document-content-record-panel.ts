import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';

/** Further panels on the page of a document: its content and papers. */
export const documentContentAndDownloadPanels: readonly RecordPanel[] = [
  {
    name: 'paper',
    label: text('文书内容', 'Document content'),
    at: 'head',
    load: () => import('./document-downloads-and-content-panel.tsx'),
  },
];
