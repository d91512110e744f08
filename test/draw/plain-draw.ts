import { createHash } from 'node:crypto';
import type { DrawLists, DrawnObject, DrawOfficer, DrawSeeds } from '#kernel/random-draw/draw-record-types.ts';

/**
 * The draw as docs/formats/draw.md describes it, in the plainest way and with nothing of the product: what a stranger
 * would write from that page. Tests compare the product's draw with it, and the bench its cost.
 */

const sm3 = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sm3');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const tickets = { A: 1, B: 2, C: 4, D: 8 };

const sorted = <T extends { readonly id: string }>(list: readonly T[]): T[] =>
  [...list].sort((one, other) => (one.id < other.id ? -1 : Number(one.id > other.id)));

/** Flat entries only: their values are texts, numbers and lists of texts. */
const canonical = (entry: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(entry).sort(([one], [other]) => (one < other ? -1 : 1))));

/** The root of a list, in hex. */
export function plainRoot(list: readonly { readonly id: string }[]): string {
  if (list.length === 0) return sm3().toString('hex');
  let row = sorted(list).map((one) => sm3(Uint8Array.of(0), canonical(one)));
  while (row.length > 1) {
    const above: Buffer[] = [];
    for (let at = 0; at < row.length; at += 2) {
      const [left, right] = [row[at] as Buffer, row[at + 1]];
      above.push(right ? sm3(Uint8Array.of(1), left, right) : left);
    }
    row = above;
  }
  return (row[0] as Buffer).toString('hex');
}

/** The drawn objects in their order, each with its officers. */
export function plainDraw({ objects, officers, count, pairing }: DrawLists, seeds: DrawSeeds): DrawnObject[] {
  const below = plainNumbers(sm3(seeds.server, ...seeds.witnesses, seeds.beacon ?? ''));
  const list = sorted(objects);
  const laid = list.flatMap((one, place) => Array<number>(tickets[one.risk]).fill(place));
  const drawn = new Set<number>();
  for (let at = 0; drawn.size < count; at += 1) {
    const other = at + below(laid.length - at);
    [laid[at], laid[other]] = [laid[other] as number, laid[at] as number];
    drawn.add(laid[at] as number);
  }
  const left = new Map(officers.map((one) => [one.id, one.capacity]));
  const all = sorted(officers);
  return [...drawn].map((place) => {
    const object = list[place] as (typeof list)[number];
    const eligible = all.filter(
      ({ id, domains, recused }) =>
        (left.get(id) ?? 0) > 0 && domains.includes(object.domain) && !recused.includes(object.id),
    );
    const isLocal = ({ area }: DrawOfficer) => object.area.startsWith(area);
    const take = (from: readonly DrawOfficer[]) => (from.length > 0 ? from[below(from.length)] : undefined);
    if (pairing === 'none') return { object: object.id, officers: [] };
    const first = take(eligible.filter(isLocal));
    const second = first && take(eligible.filter((one) => one !== first && isLocal(one) === (pairing === 'local')));
    if (!first || !second) return { object: object.id, officers: [] };
    for (const { id } of [first, second]) left.set(id, (left.get(id) ?? 0) - 1);
    return { object: object.id, officers: [first.id, second.id] };
  });
}

/** Numbers below a bound from HMAC-SM3 of a counter. */
function plainNumbers(seed: Buffer): (bound: number) => number {
  const pad = (byte: number) =>
    Buffer.alloc(64)
      .fill(byte)
      .map((one, at) => one ^ (seed[at] ?? 0));
  let counter = 0n;
  let words: number[] = [];
  return (bound) => {
    for (;;) {
      if (words.length === 0) {
        const message = Buffer.alloc(8);
        message.writeBigUInt64BE(counter++);
        const block = sm3(pad(0x5c), sm3(pad(0x36), message));
        words = Array.from({ length: 8 }, (_, at) => block.readUInt32BE(at * 4));
      }
      const word = words.shift() as number;
      if (word < 2 ** 32 - (2 ** 32 % bound)) return word % bound;
    }
  };
}
