import { text } from '#kernel/text.ts';
import type { RecordPanel } from '#web/record/record-panels.ts';

export const recyclePanels: readonly RecordPanel[] = [
  { name: 'copy', label: text('删除的内容', 'What was deleted'), at: 'head', load: () => import('./copy-panel.tsx') },
];

export const sensitivePanels: readonly RecordPanel[] = [
  { name: 'change', label: text('变动', 'The change'), at: 'head', load: () => import('./change-panel.tsx') },
];
