import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type ListQuery, toWireParams, writeListQuery } from '#kernel/list/list-query-in-address.ts';
import { post } from '#web/http/client.ts';
import { queryClientOf } from '#web/http/query-client.ts';
import { addRow, deleteRows, refreshResource } from '#web/resource/resource-calls.ts';
import {
  loadSharedViewResource,
  type SharedView,
  type SharedViewAudience,
  sharedViewName,
  sharedViewsKey,
  type WatchedView,
} from '#web/table/views/shared-views.ts';

const reread = (resource: AnyResource) => queryClientOf().invalidateQueries({ queryKey: sharedViewsKey(resource) });

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

/** Watches a view: notifies this person when rows enter it. The server limits the number of watched views. */
export async function watchView(resource: AnyResource, name: string, query: ListQuery): Promise<void> {
  const { search, any, quick_search, awaits, handler } = toWireParams(query, resource);
  const params = { search, any, quick_search, awaits, handler };
  const address = writeListQuery(query).toString();
  await post('/admin/auth.view/watch', { list: resource.name, name, address, params }, { successMessage: true });
  await reread(resource);
}

export async function unwatchView(resource: AnyResource, { id }: WatchedView): Promise<void> {
  await post('/admin/auth.view/unwatch', { id }, { successMessage: true });
  await reread(resource);
}
