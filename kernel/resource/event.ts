import type { Move } from '../declaration/lifecycle.ts';
import type { AnyResource, Resource } from '../declaration/resource.ts';

/** A fact written to the outbox in the transaction that made it true; told to screens and to other modules. */
export interface DomainEvent<P = Readonly<Record<string, unknown>>> {
  id: number;
  /** `<resource>.<fact>`: `enterprise/enterprise.suspended`. */
  name: string;
  /** Name of the resource, and the row it happened to. */
  resource: string;
  row_id: number;
  /** Jurisdiction the fact belongs to; subscribers outside it do not hear it. */
  area_code: string | null;
  payload: P;
  /** Unix seconds. */
  createtime: number;
}

/** What a subscriber is told: which fact, of which row, with what was said of it. */
export type Fact = Readonly<Pick<DomainEvent, 'name' | 'resource' | 'row_id' | 'payload'>>;

/** What is told of the rows of every resource; `moved` is a move, or a step of one, that has no fact of its own. */
export const plainFacts = ['added', 'edited', 'deleted', 'moved'] as const;

/** The facts told of a resource: those of all, those its moves emit, and its own (`facts`). */
export type FactOf<R> =
  R extends Resource<string, infer _F, infer _S, infer M, infer E>
    ? (typeof plainFacts)[number] | Emitted<M> | E
    : never;

type Emitted<M> = [M] extends [never]
  ? never
  :
      | (typeof clockFacts)[number]
      | { [N in keyof M]: M[N] extends { readonly emits: infer E extends string } ? E : never }[keyof M];

const cache = new WeakMap<AnyResource, ReadonlySet<string>>();

/** {@link FactOf} as names. */
export function factsOf(resource: AnyResource): ReadonlySet<string> {
  let facts = cache.get(resource);
  if (!facts) {
    facts = new Set([...plainFacts, ...(resource.life?.clocks ? clockFacts : []), ...ownFacts(resource)]);
    cache.set(resource, facts);
  }
  return facts;
}

/** The name under which a fact is told: a fact that is not declared is told nowhere. */
export function eventName(resource: AnyResource, fact: string): string {
  if (!factsOf(resource).has(fact)) throw new Error(`${resource.name}: ${fact} is not told of it`);
  return `${resource.name}.${fact}`;
}

const emitted = ({ life }: AnyResource): string[] =>
  Object.values<Move>(life?.moves ?? {}).flatMap((move) => move.emits ?? []);

/** Told of a row whose clock comes to its end, `clock` and `left` in the payload saying which, and how much is left. */
export const clockFacts = ['due_soon', 'overdue'] as const;

const ownFacts = (resource: AnyResource): string[] => [...emitted(resource), ...(resource.facts ?? [])];

/** Facts are told under the name of their resource, so that each says itself alone; those of all mean the same of all. */
export function checkFacts(resource: AnyResource): void {
  for (const fact of ownFacts(resource)) {
    if (!/^[a-z][a-z_]*$/.test(fact)) throw new Error(`${resource.name}: fact ${fact}, where suspended is meant`);
    if ([...plainFacts, ...clockFacts].some((one) => one === fact))
      throw new Error(`${resource.name}: ${fact} is told of every resource`);
  }
}
