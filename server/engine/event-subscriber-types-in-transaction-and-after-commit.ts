import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { DomainEvent, ReceivedEvent } from '#kernel/resource/domain-events-of-resource.ts';
import type { Sql } from '#server/db/sql.ts';

/** A subscription to facts of any resource: the registry does not know its fields. `Subscription` is what modules write. */
export interface AnySubscription {
  // biome-ignore lint/suspicious/noExplicitAny: subscribers to every resource share one registry
  together?(facts: readonly ReceivedEvent[], context: any): Promise<void> | void;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  later?(fact: DomainEvent, context: any): Promise<void> | void;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  laterInBatches?(facts: readonly DomainEvent[], context: any): Promise<void> | void;
  readonly laterWhile?: Sql;
}

/** A subscriber to some facts of a resource. */
export interface Subscriber {
  readonly resource: AnyResource;
  /** Names of events. */
  readonly events: readonly string[];
  readonly hearing: AnySubscription;
}

/** A subscriber under its name, `<module>/<name>`: the name of its jobs, which outlive the process that queued them. */
export interface NamedSubscriber extends Subscriber {
  readonly name: string;
}

/** All subscribers in the order of their modules, and by the events they subscribe to. */
export interface EventSubscribersOfAllModules {
  readonly all: readonly NamedSubscriber[];
  /** Called in the transaction of the write. */
  readonly together: ReadonlyMap<string, readonly NamedSubscriber[]>;
  /** Called after the commit. */
  readonly later: ReadonlyMap<string, readonly NamedSubscriber[]>;
}

/** Whether a subscriber acts after the commit. */
export const isDeferred = ({ later, laterInBatches }: AnySubscription): boolean =>
  later !== undefined || laterInBatches !== undefined;

/** Whether a subscriber is called for one of these facts in the transaction of its write. */
export const hasSubscribers = (
  { together }: Pick<EventSubscribersOfAllModules, 'together'>,
  facts: readonly { name: string }[],
): boolean => together.size > 0 && facts.some(({ name }) => together.has(name));
