/** Keys of the user's preferences: the last release note they have seen, and whether they took the tour. */
export const helpPreferenceKeys = { changes: 'help.changes', tour: 'help.tour' } as const;
