import { type Text, text } from '#kernel/text/text.ts';

/** States in which a registration waits for an officer. */
export const statesAwaitingOfficer = ['submitted', 'first_review', 'final_review', 'change_pending'] as const;

/** Status groups of enterprises, as coloured on the map and in charts. */
export const statusGroups = {
  active: text('正常经营', 'In operation'),
  waiting: text('审核中', 'Under review'),
  overdue: text('审核超期', 'Review overdue'),
  attention: text('退回或停业', 'Returned or suspended'),
  ended: text('草稿或终止', 'Draft or closed'),
} as const satisfies Record<string, Text>;
export type StatusGroup = keyof typeof statusGroups;
export const statusGroupNames = Object.keys(statusGroups) as readonly StatusGroup[];

/** States in each status group; an overdue enterprise is a waiting one past its deadline. */
export const statesInGroup: Readonly<Record<Exclude<StatusGroup, 'overdue'>, readonly string[]>> = {
  active: ['active'],
  waiting: statesAwaitingOfficer,
  attention: ['returned', 'rejected', 'suspended'],
  ended: ['draft', 'cancelled', 'revoked'],
};
