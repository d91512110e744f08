import { text } from '#kernel/text/text.ts';
import type { OwnLens } from '#web/table/lens/own-lens.ts';

export const thresholdLenses: readonly OwnLens[] = [
  { name: 'rules', label: text('规则', 'Rules'), first: true, load: () => import('./rule-list.tsx') },
];
