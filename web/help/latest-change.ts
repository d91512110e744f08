/** Day of the newest change (`changes.ts`), apart so that the header knows it without the list. */
export const latestChange = '2026-11-22';

/** What somebody has seen, and whether they were shown round, among their preferences. */
export const helpKeys = { changes: 'help.changes', tour: 'help.tour' } as const;
