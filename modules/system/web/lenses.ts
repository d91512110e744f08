import { text } from '#kernel/text.ts';
import type { OwnLens } from '#web/table/own-lens.ts';

export const calendarLenses: readonly OwnLens[] = [
  { name: 'year', label: text('年历', 'Year'), first: true, load: () => import('./calendar-year.tsx') },
];
