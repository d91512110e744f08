import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { get } from '#web/http/client.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { currentArea } from '#web/session/area.ts';
import { can } from '#web/session/session.ts';

/** The resource of shared views; officers have them. */
export const sharedViewName = 'auth/view';

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
export const sharedViewsKey = ({ name }: AnyResource) => ['resource', sharedViewName, 'mine', name];

/** Whether views are shared and watched here at all, and whether this person shares and takes back. */
export const hasSharedViews = (resource: AnyResource): boolean =>
  currentArea() === 'admin' && !resource.tree && findResource(sharedViewName) !== undefined;
export const mayShare = (): boolean => can(`${sharedViewName}/add`);
export const mayUnshare = ({ own }: SharedView): boolean => own && can(`${sharedViewName}/del`);

/** The declaration of shared views: its fields are asked for where one is made. */
export const sharedResource = (): AnyResource | undefined => findResource(sharedViewName);

/** The views of a list that are shared with one, and those one is told of. */
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

/** Whom a view is saved for. */
export type Audience =
  | { readonly audience: 'office' | 'below' | 'all' }
  | { readonly audience: 'group'; readonly group_id: number };
