import { text } from '#kernel/text/text.ts';
import type { ModuleLens } from '#web/table/lens/module-lens-registry.ts';

export const calendarYearViews: readonly ModuleLens[] = [
  { name: 'year', label: text('年历', 'Year'), first: true, load: () => import('./calendar/calendar-year-editor.tsx') },
];

export const divisionTreeViews: readonly ModuleLens[] = [
  {
    name: 'tree',
    label: text('区划树', 'Tree'),
    first: true,
    load: () => import('./administrative-division-tree.tsx'),
  },
];

export const deadlineCalculatorViews: readonly ModuleLens[] = [
  {
    name: 'try',
    label: text('试算', 'Calculator'),
    load: () => import('./deadline-rule/deadline-rule-calculator.tsx'),
  },
];
