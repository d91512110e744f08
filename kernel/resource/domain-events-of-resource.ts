import type { Move } from '../declaration/lifecycle.ts';
import type { AnyResource, Resource } from '../declaration/resource.ts';

/**
 * An event. It is written to the outbox in the transaction that caused it, and delivered to screens and other modules.
 */
export interface DomainEvent<P = Readonly<Record<string, unknown>>> {
  id: number;
  /** `<resource>.<event>`: `enterprise/enterprise.suspended`. */
  name: string;
  /** The resource to which the event belongs, and (`row_id`) the row. */
  resource: string;
  row_id: number;
  /** Division code of the jurisdiction. Screens outside it do not receive the event. Null: the row has no area. */
  area_code: string | null;
  /** Divisions in which the row is seen, if it is seen in others than its own. */
  areas?: readonly string[] | null;
  payload: P;
  /** Unix seconds. */
  createtime: number;
}

/** What a subscriber receives of an event: name, row and payload. */
export type ReceivedEvent = Readonly<Pick<DomainEvent, 'name' | 'resource' | 'row_id' | 'payload'>>;

/** The events of every resource. `moved` stands for a move, or a step of one, that has no event of its own. */
export const standardEvents = ['added', 'edited', 'deleted', 'moved'] as const;

/** The events of a resource: the standard ones, those its moves emit, and its own (`facts`). */
export type EventNameOf<R> =
  R extends Resource<string, infer _F, infer _S, infer M, infer E>
    ? (typeof standardEvents)[number] | Emitted<M> | E
    : never;

type Emitted<M> = [M] extends [never]
  ? never
  :
      | (typeof clockEvents)[number]
      | { [N in keyof M]: M[N] extends { readonly emits: infer E extends string } ? E : never }[keyof M];

const cache = new WeakMap<AnyResource, ReadonlySet<string>>();

/** The names of all events of a resource ({@link EventNameOf}). */
export function eventNamesOf(resource: AnyResource): ReadonlySet<string> {
  let facts = cache.get(resource);
  if (!facts) {
    facts = new Set([...standardEvents, ...(resource.life?.clocks ? clockEvents : []), ...ownFacts(resource)]);
    cache.set(resource, facts);
  }
  return facts;
}

/** The full name of an event. Throws if it is not declared. */
export function eventName(resource: AnyResource, fact: string): string {
  if (!eventNamesOf(resource).has(fact)) throw new Error(`${resource.name}: ${fact} is not an event of it`);
  return `${resource.name}.${fact}`;
}

const emitted = ({ life }: AnyResource): string[] =>
  Object.values<Move>(life?.moves ?? {}).flatMap((move) => move.emits ?? []);

/**
 * The events of a clock near or past its end. The payload contains `clock`, its name, and `left`, the remaining units
 * of its limit.
 */
export const clockEvents = ['due_soon', 'overdue'] as const;

const ownFacts = (resource: AnyResource): string[] => [...emitted(resource), ...(resource.facts ?? [])];

/** Throws if an event of the resource's own has an invalid name, or that of a standard event. */
export function checkEventNames(resource: AnyResource): void {
  for (const fact of ownFacts(resource)) {
    if (!/^[a-z][a-z_]*$/.test(fact))
      throw new Error(`${resource.name}: invalid event name ${fact}, lower case expected, such as suspended`);
    if ([...standardEvents, ...clockEvents].some((one) => one === fact))
      throw new Error(`${resource.name}: ${fact} is an event of every resource`);
  }
}

/** Whether an event says that a move was made which is concealed from the members who hold the row. */
export const isEventOfConcealedMove = (resource: AnyResource, event: string): boolean =>
  Object.values<Move>(resource.life?.moves ?? {}).some(
    ({ concealed, emits }) => concealed && emits !== undefined && event === eventName(resource, emits),
  );
