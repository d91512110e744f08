import type { MessageTemplate } from '#kernel/message/message-template.ts';
import type { ChangeContext } from '#server/write/hook/hooks.ts';
import { notifyHolders } from '#server/write/statement/inbox-message.ts';
import { productPassed, productRefused, productSuspended } from '../../contract/messages.ts';
import { product } from '../../contract/product/product.ts';

type ProductChange = Pick<ChangeContext<typeof product>, 'engine' | 'tx' | 'before'>;

/** Notifies the agency that its product was approved. */
export const notifyApproved = ({ engine, tx, before }: ProductChange): Promise<void> =>
  notifyHolders(engine, tx, product, productPassed, [
    { row: before.id, values: { name: before.title, code: before.code ?? '' } },
  ]);

const notifyWithReason =
  (template: MessageTemplate<'name' | 'code' | 'reason'>) =>
  ({ engine, tx, before }: ProductChange, reason: string): Promise<void> =>
    notifyHolders(engine, tx, product, template, [
      { row: before.id, values: { name: before.title, code: before.code ?? '', reason } },
    ]);
export const notifyRefused = notifyWithReason(productRefused);
export const notifySuspended = notifyWithReason(productSuspended);
