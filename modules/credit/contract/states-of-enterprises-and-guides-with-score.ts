// apart from the lists of the field: every signed-in page loads these states

/** States of enterprises that have a score. */
export const scoredStates = ['active', 'change_pending', 'suspended'] as const;

/** States of guides that have a score. */
export const scoredGuideStates = ['valid', 'changing', 'suspended'] as const;
