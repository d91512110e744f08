/** States in which an application holds its part of the budget: from the day it is handed in, in the order they came. */
export const reservingStates = ['first_review', 'second_review', 'publicity', 'objection', 'approved', 'paid'] as const;
