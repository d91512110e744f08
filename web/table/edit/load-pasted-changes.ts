import type { pastedChanges } from '#web/table/edit/pasted-changes.ts';

export type Pasted = ReturnType<typeof pastedChanges>;

/** The changes of cells pasted over a list. The code is loaded with the first paste. */
export const loadPastedChanges = async (...pasted: Parameters<typeof pastedChanges>): Promise<Pasted> =>
  (await import('#web/table/edit/pasted-changes.ts')).pastedChanges(...pasted);
