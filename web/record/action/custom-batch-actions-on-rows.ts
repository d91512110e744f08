import type { CustomBatchAction } from '#kernel/declaration/custom-batch-action.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { CustomBatchActionWithSelectedRows } from '#web/record/action/custom-batch-action-with-selected-rows.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';

const granted = (resource: AnyResource): [string, CustomBatchAction][] =>
  currentArea() === 'admin'
    ? Object.entries<CustomBatchAction>(resource.acts ?? {}).filter(([name]) => can(`${resource.name}/${name}`))
    : [];

/** Whether the signed-in person may run an action of a module. */
export const mayRunCustomBatchAction = (resource: AnyResource): boolean => granted(resource).length > 0;

/** The actions available on some of these rows. */
export const customBatchActionsOnRows = (
  resource: AnyResource,
  rows: readonly WireRow[],
): CustomBatchActionWithSelectedRows[] =>
  granted(resource).flatMap(([name, act]) => {
    const [field, ...values] = act.on ?? [];
    const meant = field === undefined ? rows : rows.filter((row) => values.includes(String(row[field])));
    return meant.length > 0 ? [{ name, act, rows: meant }] : [];
  });

/** Asks for confirmation and runs an action. Resolves to true if it was done. The code is loaded on the first call. */
export const runCustomBatchAction = async (
  resource: AnyResource,
  offered: CustomBatchActionWithSelectedRows,
): Promise<boolean> =>
  (await import('#web/record/action/confirm-and-run-action-or-delete.ts')).confirmAndRunAction(resource, offered);
