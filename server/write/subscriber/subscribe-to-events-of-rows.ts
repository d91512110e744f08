import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, Row } from '#kernel/declaration/resource.ts';
import {
  type DomainEvent,
  type EventNameOf,
  eventName,
  type ReceivedEvent,
} from '#kernel/resource/domain-events-of-resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import {
  type EventSubscribersOfAllModules,
  isDeferred,
  type NamedSubscriber,
  type Subscriber,
} from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import type { CascadeRowChange } from '../hook/cascade-row-change-type.ts';
import type { CascadeMove } from '../hook/lifecycle-move-of-many-rows-request-type.ts';

/** Context passed to subscribers. */
export interface SubscriberContext<R extends AnyResource = AnyResource> {
  readonly engine: Engine;
  /**
   * `together`: the transaction of the write. `later`, `laterInBatches`: its own, whose writes take effect once, however
   * often it is tried.
   */
  readonly tx: Transaction;
  /** The platform, acting for the caller of the write. */
  readonly caller: Caller;
  /** The present rows of the events in wire form, with encrypted values masked; deleted ones are missing. */
  rows(): Promise<Row<R>[]>;
  readonly cascadeChange: CascadeRowChange;
  readonly cascadeMove: CascadeMove;
}

/** Reactions of a module to an event. */
export interface Subscription<R extends AnyResource> {
  /** Runs in the transaction of the write, for all its rows at once. An exception refuses the write. */
  together?(facts: readonly ReceivedEvent[], context: SubscriberContext<R>): Promise<void> | void;
  /**
   * Runs after the commit, for each event, in a transaction; what fails is repeated at growing intervals until it succeeds.
   * Effects outside `tx` may happen more than once.
   */
  later?(fact: DomainEvent, context: SubscriberContext<R>): Promise<void> | void;
  /**
   * In place of `later`: as many events at once as are waiting, up to hundreds, in one transaction. For what a few statements
   * do for all rows.
   */
  laterInBatches?(facts: readonly DomainEvent[], context: SubscriberContext<R>): Promise<void> | void;
  /** A condition in SQL: what happens while it does not hold is not kept for `later` or `laterInBatches`. */
  readonly laterWhile?: Sql;
}

/**
 * `on(enterprise, 'suspended', { together: … })`. Typed by the declaration, so that undeclared events do not compile.
 */
export function on<R extends AnyResource>(
  resource: R,
  facts: EventNameOf<R> | readonly EventNameOf<R>[],
  hearing: Subscription<R>,
): Subscriber {
  return { resource, events: [facts].flat().map((fact) => eventName(resource, String(fact))), hearing };
}

interface Part {
  readonly name: string;
  readonly subscribers?: Readonly<Record<string, Subscriber>>;
}

/** The subscribers of all modules. Invalid ones are refused at start. */
export function collectSubscribers(
  modules: readonly Part[],
  resources: readonly AnyResource[],
): EventSubscribersOfAllModules {
  const all = modules.flatMap((part) =>
    Object.entries(part.subscribers ?? {}).map(([name, one]) => ({ ...one, name: `${part.name}/${name}` })),
  );
  for (const { name, resource, hearing } of all) {
    if (!/^[a-z]+\/[a-z][a-z_]*$/.test(name)) throw new Error(`subscriber ${name}, where module/tell_owner is meant`);
    if (all.filter((one) => one.name === name).length > 1) throw new Error(`two subscribers are called ${name}`);
    if (!resources.some((one) => one.name === resource.name))
      throw new Error(`subscriber ${name} hears of ${resource.name}, which is not declared`);
    if (resource.partOf && !standardActionsOf(resource).includes('index'))
      throw new Error(`subscriber ${name}: ${resource.name} is told of by what it is part of`);
    if (!hearing.together && !isDeferred(hearing)) throw new Error(`subscriber ${name} does nothing`);
    if (hearing.laterWhile && !isDeferred(hearing)) throw new Error(`subscriber ${name} does nothing later`);
  }
  for (const { name, hearing } of all)
    if (hearing.later && hearing.laterInBatches) throw new Error(`subscriber ${name} acts later in two ways`);
  const together = byEvent(all.filter((one) => one.hearing.together));
  for (const resource of resources) refuseReversible(resource, together);
  return { all, together, later: byEvent(all.filter((one) => isDeferred(one.hearing))) };
}

function byEvent(all: readonly NamedSubscriber[]): ReadonlyMap<string, readonly NamedSubscriber[]> {
  const heard = new Map<string, NamedSubscriber[]>();
  for (const one of all) for (const event of one.events) heard.set(event, [...(heard.get(event) ?? []), one]);
  return heard;
}

/** As with hooks: effects of subscribers cannot be undone with a reversible move. */
function refuseReversible(resource: AnyResource, together: EventSubscribersOfAllModules['together']): void {
  for (const [name, move] of Object.entries<Move>(resource.life?.moves ?? {})) {
    const heard = move.reversible && together.get(eventName(resource, move.emits ?? 'moved'))?.[0];
    if (heard) throw new Error(`${resource.name}: ${heard.name} writes with ${name}, which so cannot be reversible`);
  }
}
