/** States in which the granted amount has been paid out and nothing has been repaid. */
export const paidStates = ['paid', 'clawback'] as const;

/** States in which an application reserves part of the budget, in order of submission. */
export const reservingStates = [
  'first_review',
  'second_review',
  'publicity',
  'objection',
  'approved',
  ...paidStates,
] as const;
