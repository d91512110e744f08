import { canonicalJson } from '../wire/canonical-json.ts';
import {
  type DrawLists,
  type DrawnObject,
  type DrawObject,
  type DrawOfficer,
  type DrawSeeds,
  type PairingMode,
  ticketsByRiskClass,
} from './draw-record.ts';
import { bytesOf, type Hash, joinBytes, toHex } from './hash-bytes-and-hmac.ts';
import { merkleRoot } from './merkle-root.ts';
import { createSeededNumbers, type SeededNumbers } from './seeded-numbers.ts';

/** How many officers check an object together (行政处罚法 Art. 42). */
const officersPerObject = 2;

/** Compares two entries of a frozen list by their ids, which are ASCII. */
export const compareIds = (one: { readonly id: string }, other: { readonly id: string }): number =>
  one.id < other.id ? -1 : Number(one.id > other.id);

/** The Merkle root of a frozen list, in hex. The leaves are the canonical JSON of its entries, sorted by id. */
export const merkleRootOfList = (hash: Hash, list: readonly (DrawObject | DrawOfficer)[]): string =>
  toHex(merkleRoot(hash, list.toSorted(compareIds).map(canonicalJson)));

/** The seed of the draw: the hash of all published seeds joined together. */
export const seedOfDraw = (hash: Hash, { server, witnesses, beacon }: DrawSeeds): Uint8Array =>
  hash(joinBytes(...[server, ...witnesses, beacon ?? ''].map(bytesOf)));

/**
 * Draws objects by their tickets and a pair of officers for each (domain reference §2.I). The same lists and seeds give
 * the same result on any machine: only integers are used. Throws a RangeError if more objects are wanted than listed.
 */
export function drawObjectsAndOfficers(hash: Hash, lists: DrawLists, seed: Uint8Array): DrawnObject[] {
  const numbers = createSeededNumbers(hash, seed);
  const objects = drawObjects(lists.objects.toSorted(compareIds), lists.count, numbers);
  const pairs = createPairing(lists.officers.toSorted(compareIds), lists.pairing, numbers);
  return objects.map((object) => ({ object: object.id, officers: pairs(object) }));
}

/**
 * Draws tickets without replacement (Fisher–Yates). Further tickets of an object that was already drawn are skipped.
 */
function drawObjects(objects: readonly DrawObject[], count: number, numbers: SeededNumbers): DrawObject[] {
  if (count > objects.length) throw new RangeError(`${count} objects wanted, ${objects.length} listed`);
  const tickets = Uint32Array.from(ticketsOf(objects));
  const drawn: DrawObject[] = [];
  const seen = new Set<number>();
  for (let first = 0; drawn.length < count; first += 1) {
    const at = first + numbers.below(tickets.length - first);
    const ticket = tickets[at] as number;
    tickets[at] = tickets[first] as number;
    if (seen.has(ticket)) continue;
    seen.add(ticket);
    drawn.push(objects[ticket] as DrawObject);
  }
  return drawn;
}

function* ticketsOf(objects: readonly DrawObject[]): Iterable<number> {
  for (const [place, { risk }] of objects.entries())
    for (let ticket = 0; ticket < ticketsByRiskClass[risk]; ticket += 1) yield place;
}

/**
 * Whether an officer may check an object, by domain and recusal. The draw itself takes account of area and capacity.
 */
export const mayOfficerCheck = ({ domains, recused }: DrawOfficer, { id, domain }: DrawObject): boolean =>
  domains.includes(domain) && !recused.includes(id);

const isLocal = (officer: DrawOfficer, object: DrawObject) => object.area.startsWith(officer.area);

/**
 * Returns a function that draws the pair for one object. Each call lowers the capacity of the officers it has drawn.
 */
function createPairing(
  officers: readonly DrawOfficer[],
  mode: PairingMode,
  numbers: SeededNumbers,
): (object: DrawObject) => string[] {
  if (mode === 'none') return () => [];
  const left = new Map(officers.map(({ id, capacity }) => [id, capacity]));
  return (object) => {
    const eligible = officers.filter((one) => (left.get(one.id) ?? 0) > 0 && mayOfficerCheck(one, object));
    const local = eligible.filter((one) => isLocal(one, object));
    const pools = mode === 'local' ? [local, local] : [local, eligible.filter((one) => !isLocal(one, object))];
    const pair: DrawOfficer[] = [];
    for (const pool of pools) {
      const open = pool.filter((one) => !pair.includes(one));
      if (open.length === 0) return [];
      pair.push(open[numbers.below(open.length)] as DrawOfficer);
    }
    for (const { id } of pair) left.set(id, (left.get(id) ?? 0) - 1);
    return pair.length === officersPerObject ? pair.map(({ id }) => id) : [];
  };
}
