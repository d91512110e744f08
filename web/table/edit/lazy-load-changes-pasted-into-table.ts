import type { pastedChanges } from './changes-pasted-into-table.ts';

export type PastedChanges = ReturnType<typeof pastedChanges>;

/** The changes by cells that were pasted over a list. The code is loaded with the first paste. */
export const loadPastedChanges = async (...pasted: Parameters<typeof pastedChanges>): Promise<PastedChanges> =>
  (await import('./changes-pasted-into-table.ts')).pastedChanges(...pasted);
