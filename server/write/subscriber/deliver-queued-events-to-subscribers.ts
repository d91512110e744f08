import type { DomainEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { type Caller, systemCaller } from '#server/caller.ts';
import { isDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import { runInLazyTransaction } from '#server/db/lazy-transaction.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { NamedSubscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { subscriberContextOf } from './notify-event-subscribers-in-transaction.ts';

/** Events a subscriber takes in one transaction: of those that take them one by one few, whose locks are short. */
const most = { batch: 500, single: 20 };
/** Subscribers that act at the same time in this process. */
const places = 2;
/** Milliseconds between two looks, at least, and at most: events that another process wrote are found by the latter. */
const shortestPause = 100;
const longestPause = 1000;
/** Waiting events that one look considers. */
const window = 2000;

interface QueuedEvent {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly event: DomainEvent;
  readonly caller: Partial<Caller>;
}

/** The delivery of events to subscribers in this process. */
export interface RunningDelivery {
  /** Begins no more deliveries and waits for those that run. */
  stop(): Promise<void>;
}

/** Delivers events to the subscribers that act after the commit (`later`, `laterInBatches`), until it is stopped. */
export function deliverQueuedEvents(engine: Engine): RunningDelivery {
  const delivery = new Delivery(engine);
  engine.newEventListeners.add(delivery.wake);
  delivery.wake();
  return {
    stop: () => {
      engine.newEventListeners.delete(delivery.wake);
      return delivery.stop();
    },
  };
}

/**
 * An event is deleted by the transaction in which its subscriber acts, so that each acts once for each event, whichever process
 * runs it and however it ends. Events that came while the last ones were delivered are claimed together. What fails is
 * repeated by the queue of tasks, at growing intervals, where its error can be read.
 */
class Delivery {
  readonly #engine: Engine;
  readonly #subscribers: ReadonlyMap<string, NamedSubscriber>;
  readonly #busy = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = false;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#subscribers = new Map(
      engine.subscribers.all
        .filter(({ hearing }) => hearing.later || hearing.laterInBatches)
        .map((one) => [one.name, one]),
    );
  }

  /** Looks for events soon: at once, unless the last look was just before. */
  readonly wake = (): void => {
    if (this.#isWoken || this.#subscribers.size === 0) return;
    this.#isWoken = true;
    this.#lookIn(Math.max(0, this.#lookedAt + shortestPause - performance.now()));
  };

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#busy.values());
  }

  #lookIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
        this.#lookIn(this.#isWoken ? shortestPause : longestPause);
      });
    }, milliseconds).unref();
  }

  async #look(): Promise<void> {
    this.#isWoken = false;
    this.#lookedAt = performance.now();
    if (this.#busy.size >= places) return; // the end of a delivery wakes it
    try {
      const idle = [...this.#subscribers.keys()].filter((name) => !this.#busy.has(name));
      const waiting = await this.#engine.db.rows<{ subscriber: string; ids: number[] }>(
        namePreparedStatement(
          sql`select q.subscriber, array_agg(q.id order by q.id) as ids
            from (select id, subscriber from subscriber_event where subscriber = any(${idle}::text[]) order by id limit ${window}) q
            group by 1 order by min(q.id)`,
        ),
      );
      for (const { subscriber, ids } of waiting.slice(0, places - this.#busy.size)) {
        const one = this.#subscribers.get(subscriber);
        if (one) this.#begin(one, ids);
      }
    } catch (error) {
      this.#report(error, 'events of subscribers could not be read');
    }
  }

  #begin(one: NamedSubscriber, ids: readonly number[]): void {
    const work = this.#deliver(one, ids)
      .then((delivered) => {
        this.#busy.delete(one.name);
        if (delivered > 0) this.wake(); // none: another process has them
      })
      .catch((error: unknown) => {
        this.#busy.delete(one.name);
        this.#report(error, 'events could not be delivered to a subscriber');
      });
    this.#busy.set(one.name, work);
  }

  #report(error: unknown, message: string): void {
    if (!isDatabaseUnavailable(error) && !this.#isStopped) this.#engine.log.error({ err: error }, message);
  }

  /** Returns how many this process delivered. */
  async #deliver(one: NamedSubscriber, ids: readonly number[]): Promise<number> {
    const size = one.hearing.laterInBatches ? most.batch : most.single;
    let delivered = 0;
    for (let at = 0; at < ids.length && !this.#isStopped; at += size) {
      const some = ids.slice(at, at + size);
      try {
        delivered += await this.#act(one, some);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        if (some.length > 1) delivered += await this.#actOneByOne(one, some);
        else delivered += await this.#leaveToQueue(one, some[0] as number, error);
      }
    }
    return delivered;
  }

  /** The subscriber acts in one transaction, which takes the events. */
  #act(one: NamedSubscriber, ids: readonly number[]): Promise<number> {
    // its statements are prepared, since most batches are small
    return runInLazyTransaction(this.#engine.db, async (tx) => {
      const claimed = await claimEvents(tx, ids);
      if (claimed.length > 0) await actOn(this.#engine, tx, one, claimed);
      return claimed.length;
    });
  }

  async #actOneByOne(one: NamedSubscriber, ids: readonly number[]): Promise<number> {
    let delivered = 0;
    for (const id of ids)
      try {
        delivered += await this.#act(one, [id]);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        delivered += await this.#leaveToQueue(one, id, error);
      }
    return delivered;
  }

  async #leaveToQueue({ name }: NamedSubscriber, id: number, error: unknown): Promise<number> {
    this.#engine.log.warn({ err: error, subscriber: name }, 'an event is left to the queue of tasks');
    const left = await this.#engine.db.rows(sql`
      with q as (delete from subscriber_event where id = ${id} returning subscriber, event, caller)
      select graphile_worker.add_job(q.subscriber, json_build_object('event', q.event, 'caller', q.caller),
        job_key => 'later:' || q.subscriber || ':' || (q.event ->> 'id')) from q`);
    return left.length;
  }
}

/** Claims those of these events that no other process has claimed, in their order. */
async function claimEvents(tx: Transaction, ids: readonly number[]): Promise<QueuedEvent[]> {
  const claimed = await tx.rows<QueuedEvent>(
    namePreparedStatement(sql`delete from subscriber_event where id in
      (select id from subscriber_event where id = any(${[...ids]}::bigint[]) for update skip locked) returning id, event, caller`),
  );
  return claimed.sort((left, right) => left.id - right.id);
}

async function actOn(
  engine: Engine,
  tx: Transaction,
  one: NamedSubscriber,
  claimed: readonly QueuedEvent[],
): Promise<void> {
  const { hearing, resource } = one;
  if (hearing.laterInBatches)
    for (const [caller, events] of groupByCaller(claimed))
      await hearing.laterInBatches(events, subscriberContextOf(engine, tx, caller, resource, events));
  for (const { event, caller } of hearing.later ? claimed : [])
    await hearing.later?.(event, subscriberContextOf(engine, tx, systemCaller(caller), resource, [event]));
}

/** The events by the person whose writes they are; of several requests none is named. */
function groupByCaller(claimed: readonly QueuedEvent[]): [Caller, DomainEvent[]][] {
  const groups = new Map<string, [Caller, DomainEvent[]]>();
  for (const { event, caller } of claimed) {
    const { requestId, ...person } = caller;
    const key = JSON.stringify(person);
    const [earlier, events] = groups.get(key) ?? [];
    if (events) events.push(event);
    groups.set(key, [systemCaller(earlier && earlier.requestId !== requestId ? person : caller), events ?? [event]]);
  }
  return [...groups.values()];
}
