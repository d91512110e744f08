import { text } from '#kernel/text/text.ts';
import type { ModuleLens } from '#web/table/lens/module-lens-registry.ts';

/** Other ways to see checks: by officer and day with the route of a day, and what they came to. */
export const officerScheduleAndFiguresViewsOfCheckList: readonly ModuleLens[] = [
  {
    name: 'officers',
    label: text('人员安排', 'By officer'),
    load: () => import('./checks-by-officer-and-day-list-view.tsx'),
  },
  {
    name: 'figures',
    label: text('检查统计', 'Figures'),
    load: () => import('./check-coverage-findings-and-workload-list-view.tsx'),
  },
];
