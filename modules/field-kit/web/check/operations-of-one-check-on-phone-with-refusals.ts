import type { JournalEntry } from '../store/journal-of-phone-operations-and-pictures.ts';

/** Operations of a check on this phone, in order, and whether the platform refused them. */
export const operationsOfOneCheckWithRefusals = (journal: readonly JournalEntry[], check: number) =>
  journal
    .filter(({ operation }) => operation.check === check)
    .map(({ operation, result }) => ({ ...operation, refused: result?.outcome === 'refused' }));
