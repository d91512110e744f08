import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';

/** Further panels on the page of an enterprise, besides data, files, history, licences and staff. */
export const enterpriseRecordPanels: readonly RecordPanel[] = [
  {
    name: 'standing',
    label: text('办理情况', 'Status'),
    side: 'member',
    at: 'standing',
    load: () => import('./own-enterprise-status-and-correction-form-panel.tsx'),
  },
  {
    name: 'supervision',
    label: text('监管码', 'Supervision code'),
    side: 'both',
    isShown: (row) => typeof row.sup_code === 'string' && row.sup_code !== '',
    load: () => import('./supervision-code-panel.tsx'),
  },
  {
    name: 'events',
    label: text('监管时间轴', 'Events'),
    side: 'both',
    load: () => import('./timeline/enterprise-timeline-panel.tsx'),
  },
  {
    name: 'location',
    label: text('位置', 'Location'),
    isShown: (row) => typeof row.place === 'object' && row.place !== null,
    load: () => import('./enterprise-location-map-panel.tsx'),
  },
];
