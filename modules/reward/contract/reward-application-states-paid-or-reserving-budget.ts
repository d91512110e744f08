/** States in which the granted amount has been paid out and nothing has been repaid. */
export const paidRewardStates = ['paid', 'clawback'] as const;

/** States in which an application reserves part of the budget, in order of submission. */
export const budgetReservingRewardStates = [
  'first_review',
  'second_review',
  'publicity',
  'objection',
  'approved',
  ...paidRewardStates,
] as const;
