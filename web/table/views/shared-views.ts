import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { moduleNameOf } from '#kernel/module/resource-index-for-lazy-loading.ts';
import { get } from '#web/http/client.ts';
import { isResourceDeclared, loadDeclarations } from '#web/resource/declaration-loader.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';

/** Name of the resource of shared views, which officers have. */
export const sharedViewName = 'auth/view';

/** A shared view: with an office, those below it, a group, or everybody. */
export interface SharedView {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly audience: 'office' | 'below' | 'group' | 'all';
  readonly group: string | null;
  /** The office that shares it. Null: it is one's own office. */
  readonly office: string | null;
  /** Whether it belongs to one's own area, so that it can be unshared. */
  readonly own: boolean;
}

/** A view that this person watches. */
export type WatchedView = Pick<SharedView, 'id' | 'name' | 'address'>;

interface Offered {
  readonly shared: readonly SharedView[];
  readonly watched: readonly WatchedView[];
}

const nothing: Offered = { shared: [], watched: [] };
export const sharedViewsKey = ({ name }: AnyResource) => ['resource', sharedViewName, 'mine', name];

/** Whether views can be shared and watched for this resource, and whether this person may share and unshare them. */
export const hasSharedViews = (resource: AnyResource): boolean =>
  currentArea() === 'admin' && !resource.tree && isResourceDeclared(sharedViewName);
export const mayShare = (): boolean => can(`${sharedViewName}/add`);
export const mayUnshare = ({ own }: SharedView): boolean => own && can(`${sharedViewName}/del`);

/** The declaration of shared views. */
export async function loadSharedViewResource(): Promise<AnyResource | undefined> {
  await loadDeclarations([moduleNameOf(sharedViewName)]);
  return findResource(sharedViewName);
}

/** The shared views of a list, and those this person watches. */
export function useSharedViews(resource: AnyResource, wanted: boolean): Offered {
  const { data } = useQuery({
    queryKey: sharedViewsKey(resource),
    queryFn: ({ signal }) =>
      get<Offered>(`/admin/auth.view/mine`, { list: resource.name }, { quiet: true, duplicate: 'allow', signal }),
    enabled: wanted && hasSharedViews(resource),
    staleTime: 60_000,
  });
  return data ?? nothing;
}

/** The audience of a saved view. */
export type SharedViewAudience =
  | { readonly audience: 'office' | 'below' | 'all' }
  | { readonly audience: 'group'; readonly group_id: number };
