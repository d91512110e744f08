import { canonicalJson } from '../wire/canonical-json.ts';
import {
  type DrawLists,
  type DrawnObject,
  type DrawObject,
  type DrawOfficer,
  type DrawSeeds,
  type PairingMode,
  ticketsByRiskClass,
} from './draw-record-types.ts';
import { bytesOf, type Hash, joinBytes, toHex } from './hash-bytes-and-hmac.ts';
import { merkleRoot } from './merkle-root.ts';
import { createSeededRandomNumbers, type SeededRandomNumbers } from './seeded-random-numbers.ts';

/** Compares two entries of a frozen list by their ids, which are ASCII. */
const compareIds = (one: { readonly id: string }, other: { readonly id: string }): number =>
  one.id < other.id ? -1 : Number(one.id > other.id);

/** Entries of a frozen list by their ids. Lists that are in this order already, as of the server, are only read through. */
function sortById<T extends { readonly id: string }>(list: readonly T[]): readonly T[] {
  const isSorted = list.every(({ id }, at) => at === 0 || (list[at - 1] as T).id <= id);
  return isSorted ? list : list.toSorted(compareIds);
}

/** The Merkle root of a frozen list, in hex. The leaves are the canonical JSON of its entries, sorted by id. */
export const merkleRootOfList = (hash: Hash, list: readonly (DrawObject | DrawOfficer)[]): string =>
  toHex(merkleRoot(hash, sortById(list).map(canonicalJson)));

/** The seed of the draw: the hash of all published seeds joined together. */
export const seedOfDraw = (hash: Hash, { server, witnesses, beacon }: DrawSeeds): Uint8Array =>
  hash(joinBytes(...[server, ...witnesses, beacon ?? ''].map(bytesOf)));

/**
 * Draws objects by their tickets and a pair of officers for each (domain reference §2.I; 行政处罚法 Art. 42). The same lists and seeds give
 * the same result on any machine: only integers are used. Throws a RangeError if more objects are wanted than listed.
 */
export function drawObjectsAndOfficers(hash: Hash, lists: DrawLists, seed: Uint8Array): DrawnObject[] {
  const numbers = createSeededRandomNumbers(hash, seed);
  const objects = drawObjects(sortById(lists.objects), lists.count, numbers);
  const pairs = createPairing(sortById(lists.officers), lists.pairing, numbers);
  return objects.map((object) => ({ object: object.id, officers: pairs(object) }));
}

/**
 * Draws tickets without replacement (Fisher–Yates). Further tickets of an object that was already drawn are skipped.
 */
function drawObjects(objects: readonly DrawObject[], count: number, numbers: SeededRandomNumbers): DrawObject[] {
  if (count > objects.length) throw new RangeError(`${count} objects wanted, ${objects.length} listed`);
  const tickets = ticketsOf(objects);
  const drawn: DrawObject[] = [];
  const seen = new Uint8Array(objects.length);
  for (let first = 0; drawn.length < count; first += 1) {
    const at = first + numbers.below(tickets.length - first);
    const ticket = tickets[at] as number;
    tickets[at] = tickets[first] as number;
    if (seen[ticket]) continue;
    seen[ticket] = 1;
    drawn.push(objects[ticket] as DrawObject);
  }
  return drawn;
}

/** The place of the object of each ticket. */
function ticketsOf(objects: readonly DrawObject[]): Uint32Array {
  const tickets = new Uint32Array(objects.reduce((total, { risk }) => total + ticketsByRiskClass[risk], 0));
  let at = 0;
  for (const [place, { risk }] of objects.entries()) {
    tickets.fill(place, at, at + ticketsByRiskClass[risk]);
    at += ticketsByRiskClass[risk];
  }
  return tickets;
}

/**
 * Whether an officer may check an object, by domain and recusal. The draw itself takes account of area and capacity.
 */
export const mayOfficerInspect = ({ domains, recused }: DrawOfficer, { id, domain }: DrawObject): boolean =>
  domains.includes(domain) && !recused.includes(id);

/** Officers of a domain who can still take an object, in their order: those of the object's area, and the others. */
interface Pools {
  readonly local: readonly DrawOfficer[];
  readonly others: readonly DrawOfficer[];
  /** How many officers had no capacity left when the pools were filled. */
  readonly without: number;
}

/**
 * Returns a function that draws the pair for one object. Each call lowers the capacity of the officers it has drawn.
 * Officers are sought once for all objects of an area and domain, and again only after one of them has no capacity left.
 */
function createPairing(
  officers: readonly DrawOfficer[],
  mode: PairingMode,
  numbers: SeededRandomNumbers,
): (object: DrawObject) => string[] {
  if (mode === 'none') return () => [];
  const left = new Map(officers.map(({ id, capacity }) => [id, capacity]));
  const recused = new Set(officers.flatMap((one) => one.recused));
  const groups = new Map<string, Pools>();
  let without = 0;
  const poolsOf = ({ area, domain }: DrawObject): Pools => {
    const group = JSON.stringify([area, domain]);
    const earlier = groups.get(group);
    if (earlier?.without === without) return earlier;
    const candidates = earlier ? [earlier.local, earlier.others] : splitByArea(officers, area, domain);
    const [local = [], others = []] = candidates.map((pool) => pool.filter(({ id }) => (left.get(id) ?? 0) > 0));
    const pools = { local, others, without };
    groups.set(group, pools);
    return pools;
  };
  return (object) => {
    const { local, others } = poolsOf(object);
    const eligible = (pool: readonly DrawOfficer[]) =>
      recused.has(object.id) ? pool.filter((one) => mayOfficerInspect(one, object)) : pool;
    const own = eligible(local);
    if (own.length === 0) return [];
    const at = numbers.below(own.length);
    const rest = mode === 'local' ? own.toSpliced(at, 1) : eligible(others);
    if (rest.length === 0) return [];
    const pair = [own[at] as DrawOfficer, rest[numbers.below(rest.length)] as DrawOfficer];
    for (const { id } of pair) {
      const more = (left.get(id) ?? 0) - 1;
      left.set(id, more);
      if (more <= 0) without += 1;
    }
    return pair.map(({ id }) => id);
  };
}

const splitByArea = (officers: readonly DrawOfficer[], area: string, domain: string): DrawOfficer[][] => {
  const able = officers.filter(({ domains }) => domains.includes(domain));
  return [able.filter((one) => area.startsWith(one.area)), able.filter((one) => !area.startsWith(one.area))];
};
