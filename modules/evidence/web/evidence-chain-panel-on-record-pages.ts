import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';
import { can } from '#web/session/session.ts';

/** The chain of a record, with its export. */
export const evidenceChainPanels: readonly RecordPanel[] = [
  {
    name: 'evidence',
    label: text('证据链', 'Evidence chain'),
    isShown: () => can('evidence/root/index'),
    load: () => import('./evidence-chain-panel.tsx'),
  },
];
