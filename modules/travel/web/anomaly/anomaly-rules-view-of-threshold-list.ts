import { text } from '#kernel/text/text.ts';
import type { ModuleLens } from '#web/table/lens/module-lens-registry.ts';

export const anomalyRulesViewOfThresholdList: readonly ModuleLens[] = [
  {
    name: 'rules',
    label: text('规则', 'Rules'),
    first: true,
    load: () => import('./anomaly-rules-with-thresholds-and-precision-view.tsx'),
  },
];
