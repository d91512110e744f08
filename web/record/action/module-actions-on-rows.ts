import type { CustomBatchAction } from '#kernel/declaration/custom-batch-action.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ModuleActionWithSelectedRows } from '#web/record/action/module-action-with-selected-rows.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/area.ts';
import { can } from '#web/session/session.ts';

const granted = (resource: AnyResource): [string, CustomBatchAction][] =>
  currentArea() === 'admin'
    ? Object.entries<CustomBatchAction>(resource.acts ?? {}).filter(([name]) => can(`${resource.name}/${name}`))
    : [];

/** Whether the signed-in person may run an action of a module. */
export const mayRunModuleAction = (resource: AnyResource): boolean => granted(resource).length > 0;

/** The actions available on some of these rows. */
export const moduleActionsFor = (resource: AnyResource, rows: readonly WireRow[]): ModuleActionWithSelectedRows[] =>
  granted(resource).flatMap(([name, act]) => {
    const [field, ...values] = act.on ?? [];
    const meant = field === undefined ? rows : rows.filter((row) => values.includes(String(row[field])));
    return meant.length > 0 ? [{ name, act, rows: meant }] : [];
  });

/** Asks for confirmation and runs an action. Resolves to true if it was done. The code is loaded on the first call. */
export const runModuleAction = async (resource: AnyResource, offered: ModuleActionWithSelectedRows): Promise<boolean> =>
  (await import('#web/record/action/confirm-and-run.ts')).confirmAndRunAction(resource, offered);
