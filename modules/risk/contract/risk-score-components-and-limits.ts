import { text } from '#kernel/text/text.ts';

/** Parts of the score, in the order in which they are explained. */
export const riskScoreComponents = {
  industry: text('行业固有风险', 'Industry'),
  credit: text('信用', 'Credit'),
  complaints: text('属实投诉', 'Confirmed complaints'),
  findings: text('检查发现', 'Check findings'),
  overdue: text('逾期与超限', 'Overdue duties'),
  itinerary: text('行程异常', 'Itinerary findings'),
} as const;
export type RiskScoreComponentName = keyof typeof riskScoreComponents;

/** States of enterprises that have a score: those that operate, or will again. */
export const scoredEnterpriseStates = ['active', 'change_pending', 'suspended'] as const;

/** Days an override lasts at most (domain reference §4.4). */
export const maxOverrideDays = 90;

/** Contributions that are stored and shown, the largest first. */
export const maxRiskContributions = 5;
