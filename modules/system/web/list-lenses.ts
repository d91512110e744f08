import { text } from '#kernel/text/text.ts';
import type { OwnLens } from '#web/table/lens/own-lens.ts';

export const calendarLenses: readonly OwnLens[] = [
  { name: 'year', label: text('年历', 'Year'), first: true, load: () => import('./calendar/calendar-year.tsx') },
];

export const areaLenses: readonly OwnLens[] = [
  { name: 'tree', label: text('区划树', 'Tree'), first: true, load: () => import('./area-tree.tsx') },
];

export const timeRuleLenses: readonly OwnLens[] = [
  { name: 'try', label: text('试算', 'Calculator'), load: () => import('./time-rule/time-rule-try.tsx') },
];
