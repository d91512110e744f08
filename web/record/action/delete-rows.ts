import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** Asks, deletes, and offers to take it back. Resolves to whether rows were deleted. What asks comes when somebody is about to. */
export const confirmDelete = async (resource: AnyResource, rows: readonly WireRow[]): Promise<boolean> =>
  (await import('#web/record/action/confirmed-actions.ts')).confirmDelete(resource, rows);
