import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';

/** The file of a phone that could not upload. */
export const fieldDevicePanels: readonly RecordPanel[] = [
  {
    name: 'exported-file',
    label: text('打开导出文件', 'Open exported file'),
    load: () => import('./office/exported-file-panel.tsx'),
  },
];
