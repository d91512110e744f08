import type { DomainEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { type Caller, systemCaller } from '#server/caller.ts';
import { runInLazyTransaction } from '#server/db/lazy-transaction.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import {
  isDeferred,
  type NamedSubscriber,
} from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { isIdempotencyKeyConflict, storeIdempotentAnswer } from '../statement/store-answer-under-idempotency-key.ts';
import { subscriberContextOf } from './notify-event-subscribers-in-transaction.ts';

interface LaterJob {
  readonly event: DomainEvent;
  readonly caller: Partial<Caller>;
}

/** Queue tasks of subscribers that act after the commit, by name: what failed there is repeated. */
export const retryTasksOfAfterCommitSubscribers = (engine: Engine): [string, (payload: unknown) => Promise<void>][] =>
  engine.subscribers.all
    .filter((one) => isDeferred(one.hearing))
    .map((one) => [one.name, (payload) => runLater(engine, one, payload as LaterJob)]);

/** Runs again if a process died between the commit and reporting to the queue; its writes are not repeated. */
async function runLater(engine: Engine, one: NamedSubscriber, { event, caller }: LaterJob): Promise<void> {
  try {
    await runInLazyTransaction(engine.db, async (tx) => {
      const context = subscriberContextOf(engine, tx, systemCaller(caller), one.resource, [event]);
      await one.hearing.later?.(event, context);
      await one.hearing.laterInBatches?.([event], context);
      if (tx.begun)
        await storeIdempotentAnswer(
          tx,
          { key: `later:${one.name}:${event.id}`, request: '' },
          { data: 'null', message: '' },
        );
    });
  } catch (error) {
    if (!isIdempotencyKeyConflict(error)) throw error;
  }
}
