import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { moduleNameOf } from '#kernel/module/resource-index-for-lazy-loading.ts';
import { get } from '#web/http/client.ts';
import { isResourceDeclared, loadDeclarations } from '#web/resource/declaration-loader.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';

/** Name of the resource of shared views, which officers have. */
export const sharedViewName = 'auth/view';
/** Name of the resource of subscriptions to views. */
export const subscriptionName = 'auth/subscription';

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

/** A subscription of this person; `address` is the present one of the view it follows. */
export type OwnSubscription = Pick<SharedView, 'id' | 'name' | 'address'> & { readonly kind: 'entering' | 'regular' };

interface Offered {
  readonly shared: readonly SharedView[];
  readonly subscribed: readonly OwnSubscription[];
}

const nothing: Offered = { shared: [], subscribed: [] };
export const sharedViewsKey = ({ name }: AnyResource) => ['resource', sharedViewName, 'mine', name];

/** Whether views of this resource can be followed, by officers and members, and shared, by officers. */
export const canBeFollowed = (resource: AnyResource): boolean => !resource.tree && isResourceDeclared(subscriptionName);
/** Whether this person may share and unshare views; members may not. */
export const mayShare = (): boolean => can(`${sharedViewName}/add`);
export const mayUnshare = ({ own }: SharedView): boolean => own && can(`${sharedViewName}/del`);

/** Whether this person may be notified of new rows, and then be sent files of a list. */
export const maySubscribe = (): boolean => can(`${subscriptionName}/add`);
export const mayBeSentFiles = ({ name }: AnyResource): boolean => can(`${name}/export`);

/** The declaration of shared views. */
export const loadSharedViewResource = (): Promise<AnyResource | undefined> => loadResource(sharedViewName);

/** The declaration of subscriptions. */
export const loadSubscriptionResource = (): Promise<AnyResource | undefined> => loadResource(subscriptionName);

async function loadResource(name: string): Promise<AnyResource | undefined> {
  await loadDeclarations([moduleNameOf(name)]);
  return findResource(name);
}

/** The shared views of a list, and the subscriptions of this person to it. */
export function useSharedViews(resource: AnyResource, wanted: boolean): Offered {
  const { data } = useQuery({
    queryKey: sharedViewsKey(resource),
    queryFn: ({ signal }) =>
      get<Offered>(
        `/${areaPaths().app}/auth.view/mine`,
        { list: resource.name },
        { quiet: true, duplicate: 'allow', signal },
      ),
    enabled: wanted && canBeFollowed(resource),
    staleTime: 60_000,
  });
  return data ?? nothing;
}

/** The audience of a saved view. */
export type SharedViewAudience =
  | { readonly audience: 'office' | 'below' | 'all' }
  | { readonly audience: 'group'; readonly group_id: number };
