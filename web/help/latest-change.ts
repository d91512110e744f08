/** Date of the newest release note (`changes.ts`), in a file of its own so that the header does not load the notes. */
export const latestChangeDate = '2026-11-22';

/** Keys of the user's preferences: the last release note they have seen, and whether they took the tour. */
export const helpPreferenceKeys = { changes: 'help.changes', tour: 'help.tour' } as const;
