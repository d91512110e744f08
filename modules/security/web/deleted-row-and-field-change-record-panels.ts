import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';

/** Shown if the caller may see the row that was copied: otherwise its title is empty. */
const isShown: RecordPanel['isShown'] = ({ title }) => title !== '';

export const deletedRowRecordPanels: readonly RecordPanel[] = [
  {
    name: 'copy',
    label: text('删除的内容', 'Deleted content'),
    at: 'head',
    isShown,
    load: () => import('./deleted-row-field-values-panel.tsx'),
  },
];

export const sensitiveFieldChangeRecordPanels: readonly RecordPanel[] = [
  {
    name: 'change',
    label: text('变动', 'Change'),
    at: 'head',
    isShown,
    load: () => import('./logged-field-change-panel.tsx'),
  },
];
