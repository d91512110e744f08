import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, Row } from '#kernel/declaration/resource.ts';
import { type DomainEvent, eventName, type Fact, type FactOf } from '#kernel/resource/event.ts';
import { actionsOf } from '#kernel/resource/permission-nodes.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/connect.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { NamedSubscriber, Subscriber, SubscriberIndex } from '#server/engine/subscriber-index.ts';
import type { ChangeFollowing } from '../hook/row-changes.ts';

/** What those who hear a fact have at hand. */
export interface SubscriberContext<R extends AnyResource = AnyResource> {
  readonly engine: Engine;
  /** `together`: the transaction of the write. `later`: one of its own, whose writes come true once, however often it is tried. */
  readonly tx: Transaction;
  /** The platform, acting for whoever made the write. */
  readonly caller: Caller;
  /** The rows told of as they are now, in wire form, unmasked but for what is sealed; those that are gone are missing. */
  rows(): Promise<Row<R>[]>;
  readonly changeFollowing: ChangeFollowing;
}

/** How a module hears of a fact. */
export interface Subscription<R extends AnyResource> {
  /**
   * In the transaction of the write, of all its rows at once: a set of rows is one write. What it throws refuses the
   * write.
   */
  together?(facts: readonly Fact[], context: SubscriberContext<R>): Promise<void> | void;
  /**
   * After the write is committed, of each fact by itself, as a job that is tried until it succeeds, at longer and longer
   * intervals. What it does outside `tx` may happen more than once.
   */
  later?(fact: DomainEvent, context: SubscriberContext<R>): Promise<void> | void;
}

/** `on(enterprise, 'suspended', { together: … })`; by the declaration, so that a fact nobody tells does not compile. */
export function on<R extends AnyResource>(
  resource: R,
  facts: FactOf<R> | readonly FactOf<R>[],
  hearing: Subscription<R>,
): Subscriber {
  return { resource, events: [facts].flat().map((fact) => eventName(resource, String(fact))), hearing };
}

interface Part {
  readonly name: string;
  readonly subscribers?: Readonly<Record<string, Subscriber>>;
}

/** The subscribers of all modules. A wrong one is told when the product starts. */
export function collectSubscribers(modules: readonly Part[], resources: readonly AnyResource[]): SubscriberIndex {
  const all = modules.flatMap((part) =>
    Object.entries(part.subscribers ?? {}).map(([name, one]) => ({ ...one, name: `${part.name}/${name}` })),
  );
  for (const { name, resource, hearing } of all) {
    if (!/^[a-z]+\/[a-z][a-z_]*$/.test(name)) throw new Error(`subscriber ${name}, where module/tell_owner is meant`);
    if (all.filter((one) => one.name === name).length > 1) throw new Error(`two subscribers are called ${name}`);
    if (!resources.some((one) => one.name === resource.name))
      throw new Error(`subscriber ${name} hears of ${resource.name}, which is not declared`);
    if (resource.partOf && !actionsOf(resource).includes('index'))
      throw new Error(`subscriber ${name}: ${resource.name} is told of by what it is part of`);
    if (!hearing.together && !hearing.later) throw new Error(`subscriber ${name} does nothing`);
  }
  const together = byEvent(all.filter((one) => one.hearing.together));
  for (const resource of resources) refuseReversible(resource, together);
  return { all, together, later: byEvent(all.filter((one) => one.hearing.later)) };
}

function byEvent(all: readonly NamedSubscriber[]): ReadonlyMap<string, readonly NamedSubscriber[]> {
  const heard = new Map<string, NamedSubscriber[]>();
  for (const one of all) for (const event of one.events) heard.set(event, [...(heard.get(event) ?? []), one]);
  return heard;
}

/** As with hooks: what else a move wrote is not known to who takes it back. */
function refuseReversible(resource: AnyResource, together: SubscriberIndex['together']): void {
  for (const [name, move] of Object.entries<Move>(resource.life?.moves ?? {})) {
    const heard = move.reversible && together.get(eventName(resource, move.emits ?? 'moved'))?.[0];
    if (heard) throw new Error(`${resource.name}: ${heard.name} writes with ${name}, which so cannot be reversible`);
  }
}
