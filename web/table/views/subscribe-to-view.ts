import type { AnyResource } from '#kernel/declaration/resource.ts';
import { queryClientOf } from '#web/http/react-query-client-by-sign-in-area.ts';
import { currentLocale } from '#web/i18n/locale.ts';
import { addRow, deleteRows, refreshResource } from '#web/resource/resource-calls.ts';
import {
  loadSubscriptionResource,
  type OwnSubscription,
  sharedViewsKey,
  subscriptionName,
} from './shared-views-and-subscriptions-query.ts';

/** What is followed: the rows of an address, and the view that names it, if there is one. */
export interface FollowedView {
  readonly name: string;
  readonly address: string;
  readonly view_id?: number;
  readonly own_view?: string;
}

/** When and how the file of a view is sent: values of the form of subscriptions. */
export type FileSending = Readonly<Record<string, unknown>>;

async function refresh(list: AnyResource): Promise<void> {
  await refreshResource(subscriptionName);
  await queryClientOf().invalidateQueries({ queryKey: sharedViewsKey(list) });
}

/** Notifies this person when rows enter a view, or sends its file at times. The server limits the number. */
export async function subscribeToView(list: AnyResource, view: FollowedView, sending?: FileSending): Promise<void> {
  const subscription = await loadSubscriptionResource();
  if (!subscription) return;
  await addRow(subscription, {
    list: list.name,
    ...view,
    ...(sending ? { ...sending, kind: 'regular' } : { kind: 'entering', language: currentLocale() }),
  });
  await refresh(list);
}

export async function unsubscribe(list: AnyResource, { id }: OwnSubscription): Promise<void> {
  const subscription = await loadSubscriptionResource();
  if (!subscription) return;
  await deleteRows(subscription, [id]);
  await refresh(list);
}
