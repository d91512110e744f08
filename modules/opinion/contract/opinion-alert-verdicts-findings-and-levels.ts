import { text } from '#kernel/text/text.ts';

/** An officer's first assessment of an alert. */
export const alertVerdicts = {
  alert: { ...text('需处置', 'To be handled'), tone: 'bad' },
  watch: { ...text('持续关注', 'To be watched'), tone: 'warning' },
  noise: { ...text('无关信息', 'Noise'), tone: 'muted' },
} as const;

/** What the verification found about the claim. */
export const alertFindings = {
  true: { ...text('属实', 'True'), tone: 'bad' },
  partly: { ...text('部分属实', 'Partly true'), tone: 'warning' },
  false: { ...text('不属实', 'False'), tone: 'neutral' },
} as const;

/** Levels from the lowest. */
export const opinionLevelOrder = ['blue', 'yellow', 'orange', 'red'] as const;
export type OpinionLevel = (typeof opinionLevelOrder)[number];

/** Levels of which people are notified at once (domain reference, Appendix E). */
export const notifiedOpinionLevels: readonly OpinionLevel[] = ['orange', 'red'];

export const isHigherLevel = (one: string, other: string): boolean =>
  opinionLevelOrder.indexOf(one as OpinionLevel) > opinionLevelOrder.indexOf(other as OpinionLevel);

/** Hours for which a topic is watched after the response, and days that a preview of a rule looks back. */
export const monitoringHours = 72;
export const rulePreviewDays = 30;

export const openAlertStates = ['new', 'triaged', 'assigned', 'verified', 'responded', 'monitoring'] as const;
