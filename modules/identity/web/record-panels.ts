import { text } from '#kernel/text.ts';
import type { RecordPanel } from '#web/record/record-panels.ts';
import { can } from '#web/session/session.ts';

/** What the page of an administrator shows besides their data. */
export const adminPanels: readonly RecordPanel[] = [
  {
    name: 'factors',
    label: text('二次验证', 'Second factor'),
    isShown: () => can('auth/admin/resetFactor'),
    load: () => import('./factor-panel.tsx'),
  },
];
