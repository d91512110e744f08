/** States of checks that do not belong to the task of their plan any more. */
export const statesOutsidePlan = ['cancelled', 'transferred'] as const;

/** States of checks that were made: their record is in, or the enterprise refused them. */
export const statesOfChecksMade = ['submitted', 'reviewed', 'closed', 'refused'] as const;
