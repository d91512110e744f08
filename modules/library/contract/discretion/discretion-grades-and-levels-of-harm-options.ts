import { text } from '#kernel/text/text.ts';

/** Grades of discretion, from the most lenient (行政处罚法 Art. 32, 33). */
export const gradeKinds = {
  none: { ...text('不予处罚', 'No penalty'), tone: 'good' },
  mitigated: { ...text('减轻处罚', 'Mitigated'), tone: 'good' },
  lenient: { ...text('从轻处罚', 'Lenient'), tone: 'progress' },
  ordinary: { ...text('一般处罚', 'Ordinary'), tone: 'neutral' },
  severe: { ...text('从重处罚', 'Severe'), tone: 'bad' },
} as const;
export type GradeKind = keyof typeof gradeKinds;

/** What a violation caused, from the least. */
export const consequences = {
  none: text('无危害后果', 'No harm'),
  minor: text('轻微', 'Minor'),
  ordinary: text('一般', 'Moderate'),
  serious: text('严重', 'Serious'),
  grave: text('特别严重', 'Grave'),
} as const;
export type Consequence = keyof typeof consequences;
