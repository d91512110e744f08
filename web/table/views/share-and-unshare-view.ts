import type { AnyResource } from '#kernel/declaration/resource.ts';
import { addRow, deleteRows, refreshResource } from '#web/resource/resource-calls.ts';
import {
  loadSharedViewResource,
  type SharedView,
  type SharedViewAudience,
  sharedViewName,
} from './shared-views-and-subscriptions-query.ts';

export async function shareView(
  resource: AnyResource,
  name: string,
  address: string,
  whom: SharedViewAudience,
): Promise<void> {
  const view = await loadSharedViewResource();
  if (!view) return;
  await addRow(view, { list: resource.name, name, address, ...whom });
  await refreshResource(sharedViewName);
}

export async function unshareView({ id }: SharedView): Promise<void> {
  const view = await loadSharedViewResource();
  if (!view) return;
  await deleteRows(view, [id]);
  await refreshResource(sharedViewName);
}
