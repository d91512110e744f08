import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/**
 * Asks for confirmation, deletes, and offers undo. Resolves to true if rows were deleted. The code is loaded on the
 * first call.
 */
export const confirmDelete = async (resource: AnyResource, rows: readonly WireRow[]): Promise<boolean> =>
  (await import('#web/record/action/confirm-and-run-action-or-delete.ts')).confirmAndDelete(resource, rows);
