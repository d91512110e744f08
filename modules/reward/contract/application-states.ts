/** States in which what is granted has been paid out: what is to be given back is not there yet. */
export const paidStates = ['paid', 'clawback'] as const;

/** States in which an application holds its part of the budget: from the day it is handed in, in the order they came. */
export const reservingStates = [
  'first_review',
  'second_review',
  'publicity',
  'objection',
  'approved',
  ...paidStates,
] as const;
