import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';

/** On the page of an order, for officers and the enterprise: whose turn it is, and its problems with their pictures. */
export const correctionOrderRecordPanels: readonly RecordPanel[] = [
  {
    name: 'turn',
    label: text('当前步骤', 'Next step'),
    side: 'both',
    at: 'head',
    load: () => import('./whose-turn-and-days-left-of-correction-order-panel.tsx'),
  },
  {
    name: 'pictures',
    label: text('问题与照片', 'Problems and pictures'),
    side: 'both',
    at: 'head',
    shows: ['problems'],
    load: () => import('./upload-and-compare-correction-pictures-panel.tsx'),
  },
];
