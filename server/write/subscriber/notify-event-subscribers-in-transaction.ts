import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ReceivedEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import { columnEqualsAnyKey } from '#server/db/column-equals-any-key-sql.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine, ModuleSubscribers } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import {
  hasSubscribers,
  type Subscriber,
} from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { rowJson } from '#server/read/row/read-one-row-as-json.ts';
import { cascadeChange } from '../row-set/change-many-rows-in-one-statement.ts';
import { cascadeMove } from '../row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { collectSubscribers, type SubscriberContext } from './subscribe-to-events-of-rows.ts';

/** The subscribers of all modules. */
export const collectSubscribersWithNotifier = (
  modules: readonly { readonly name: string; readonly subscribers?: Readonly<Record<string, Subscriber>> }[],
  resources: readonly AnyResource[],
): ModuleSubscribers => ({ ...collectSubscribers(modules, resources), notify: notifyTogether });

/** Subscribers running in each transaction, to detect endless chains of events. */
const chains = new WeakMap<Transaction, readonly string[]>();
const maxChainLength = 10;

async function notifyTogether(
  engine: Engine,
  tx: Transaction,
  caller: Caller,
  facts: readonly ReceivedEvent[],
): Promise<void> {
  if (!hasSubscribers(engine.subscribers, facts)) return;
  const before = chains.get(tx) ?? [];
  for (const one of engine.subscribers.all) {
    const heard = one.hearing.together ? facts.filter(({ name }) => one.events.includes(name)) : [];
    if (heard.length === 0) continue;
    const chain = [...before, one.name];
    if (chain.length > maxChainLength) throw new Error(`facts follow each other in a circle: ${chain.join(', ')}`);
    chains.set(tx, chain);
    try {
      await one.hearing.together?.(heard, subscriberContextOf(engine, tx, onBehalfOf(caller), one.resource, heard));
    } finally {
      chains.set(tx, before);
    }
  }
}

/** The context passed to subscribers. */
export const subscriberContextOf = (
  engine: Engine,
  tx: Transaction,
  caller: Caller,
  resource: AnyResource,
  facts: readonly ReceivedEvent[],
): SubscriberContext => ({
  engine,
  tx,
  caller,
  async rows() {
    const keys = [...new Set(facts.map(({ row_id }) => row_id))];
    const found = await tx.rows<{ row: Awaited<ReturnType<SubscriberContext['rows']>>[number] }>(
      sql`select ${rowJson(resource, caller, 'plain', engine.find)} as row from ${sql.id(tableOf(resource))} t where ${columnEqualsAnyKey(sql`t.id`, keys)} order by t.id`,
    );
    return found.map(({ row }) => row);
  },
  cascadeChange: cascadeChange(engine, tx, caller),
  cascadeMove: cascadeMove(engine, tx, caller),
});
