import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { sendInboxMessageAboutRows } from '#server/message/send-inbox-message-about-rows.ts';
import { write } from '#server/write/write-pipeline.ts';
import { viewSubscription } from '../../contract/view-subscription.ts';
import { viewSubscriptionEndedMessage } from '../../contract/view-subscription-messages.ts';
import { ownerOf, type SubscriptionWithView } from './subscriptions-with-their-views.ts';

/** Why a subscription ended by itself. */
export const endReasons = {
  gone: text('视图已删除或不再共享给您', 'The view was deleted or is no longer shared with you'),
  forbidden: text(
    '您已无权查看或导出该列表，或无权订阅视图',
    'You may no longer view or export the list, or no longer subscribe to views',
  ),
} as const satisfies Readonly<Record<string, Text>>;

/** Label of the list of a subscription, in the middle of a sentence. */
export const listLabel = (list: AnyResource | undefined, name: string): { values: string; english: string } => ({
  values: list?.label['zh-cn'] ?? name,
  english: list?.label.en.toLowerCase() ?? name,
});

/** Ends a subscription and notifies its owner. */
export async function endSubscriptionWithoutViewOrRight(
  engine: Engine,
  one: SubscriptionWithView,
  reason: keyof typeof endReasons,
): Promise<void> {
  const { id, name, list } = one;
  const owner = ownerOf(one);
  const label = listLabel(engine.find(list), list);
  await engine.db.transaction(async (tx) => {
    await write(engine, viewSubscription, systemCaller(), { operation: 'del', id, input: {} }, tx);
    await sendInboxMessageAboutRows(
      engine,
      tx,
      viewSubscriptionEndedMessage,
      { type: owner.type, ids: [owner.id] },
      {
        values: { list: label.values, view: name, reason: endReasons[reason]['zh-cn'] },
        english: { list: label.english, reason: endReasons[reason].en },
        opens: viewSubscription.name,
      },
    );
  });
}
