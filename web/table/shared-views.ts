import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { get, post } from '#web/http/client.ts';
import { queryClientOf } from '#web/http/query.ts';
import { type ListQuery, toWireParams, writeListQuery } from '#web/resource/list-query.ts';
import { addRow, deleteRows, refreshResource } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { currentArea } from '#web/session/area.ts';
import { can } from '#web/session/session.ts';

/** What views that are shared are called by; officers have them. */
const shared = 'auth/view';

/** A view somebody shared: with their office, those below it, the group named, or everybody. */
export interface SharedView {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly audience: 'office' | 'below' | 'group' | 'all';
  readonly group: string | null;
  /** The office that shares it with those below, where that is not one's own. */
  readonly office: string | null;
  /** Whether it lies in one's own area, where it may be taken back. */
  readonly own: boolean;
}

/** A view one is told of when rows come into it. */
export type WatchedView = Pick<SharedView, 'id' | 'name' | 'address'>;

interface Offered {
  readonly shared: readonly SharedView[];
  readonly watched: readonly WatchedView[];
}

const nothing: Offered = { shared: [], watched: [] };
const keyOf = ({ name }: AnyResource) => ['resource', shared, 'mine', name];

/** Whether views are shared and watched here at all, and whether this person shares and takes back. */
export const hasSharedViews = (resource: AnyResource): boolean =>
  currentArea() === 'admin' && !resource.tree && findResource(shared) !== undefined;
export const mayShare = (): boolean => can(`${shared}/add`);
export const mayUnshare = ({ own }: SharedView): boolean => own && can(`${shared}/del`);

/** The declaration of shared views: its fields are asked for where one is made. */
export const sharedResource = (): AnyResource | undefined => findResource(shared);

/** The views of a list that are shared with one, and those one is told of. */
export function useSharedViews(resource: AnyResource, wanted: boolean): Offered {
  const { data } = useQuery({
    queryKey: keyOf(resource),
    queryFn: ({ signal }) =>
      get<Offered>(`/admin/auth.view/mine`, { list: resource.name }, { quiet: true, duplicate: 'allow', signal }),
    enabled: wanted && hasSharedViews(resource),
    staleTime: 60_000,
  });
  return data ?? nothing;
}

const reread = (resource: AnyResource) => queryClientOf().invalidateQueries({ queryKey: keyOf(resource) });

/** Whom a view is kept for. */
export type Audience =
  | { readonly audience: 'office' | 'below' | 'all' }
  | { readonly audience: 'group'; readonly group_id: number };

export async function shareView(resource: AnyResource, name: string, address: string, whom: Audience): Promise<void> {
  const view = sharedResource();
  if (!view) return;
  await addRow(view, { list: resource.name, name, address, ...whom });
  await refreshResource(shared);
}

export async function unshareView({ id }: SharedView): Promise<void> {
  const view = sharedResource();
  if (!view) return;
  await deleteRows(view, [id]);
  await refreshResource(shared);
}

/** Asks to be told of what comes into a view; the server says how many one may ask for. */
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
