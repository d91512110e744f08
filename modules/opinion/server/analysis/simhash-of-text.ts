import { normaliseTextForComparison } from './normalise-text-for-comparison.ts';

/** A SimHash of 64 bits in two halves, each a signed integer of 32 bits. */
export interface SimHash {
  readonly high: number;
  readonly low: number;
}

/** Texts are compared by their beginning: what follows is mostly quoted or signed. */
const comparedLength = 2000;

/** Addresses, names of accounts, topics marked by `#`, and everything that is neither letter nor digit. */
const ignored = /https?:\/\/\S+|@[\p{L}\p{N}_-]+|[^\p{L}\p{N}@]+|@/gu;

/** The letters and digits of a text that its fingerprint depends on. */
export const comparedText = (content: string): string =>
  normaliseTextForComparison(content.slice(0, 2 * comparedLength))
    .replace(ignored, '')
    .slice(0, comparedLength);

/** Mixes the bits of a number (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * The fingerprint of a text by its pairs of characters (Charikar's SimHash): the more pairs two texts share, the fewer
 * bits differ. A pair counts once however often it occurs. Undefined: the text has no pair.
 */
export function simHashOf(content: string): SimHash | undefined {
  const compared = comparedText(content);
  if (compared.length < 2) return undefined;
  const weights = new Int32Array(64);
  const seen = new Set<number>();
  for (let at = 0; at < compared.length - 1; at++) {
    const pair = (compared.charCodeAt(at) << 16) | compared.charCodeAt(at + 1);
    if (seen.has(pair)) continue;
    seen.add(pair);
    const halves = [mix(pair ^ 0x9e3779b9), mix(pair ^ 0x7f4a7c15)];
    for (let bit = 0; bit < 64; bit++)
      weights[bit] = (weights[bit] ?? 0) + ((((halves[bit >> 5] ?? 0) >>> (bit & 31)) & 1) === 1 ? 1 : -1);
  }
  const half = (from: number) => {
    let bits = 0;
    for (let bit = 0; bit < 32; bit++) if ((weights[from + bit] ?? 0) > 0) bits |= 1 << bit;
    return bits;
  };
  return { high: half(0), low: half(32) };
}

function countBits(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The number of bits in which two fingerprints differ, 0 to 64. */
export const hammingDistance = (one: SimHash, other: SimHash): number =>
  countBits(one.high ^ other.high) + countBits(one.low ^ other.low);

/** As PostgreSQL stores it: a signed integer of 64 bits in decimal. */
export const toStoredSimHash = ({ high, low }: SimHash): string =>
  BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low >>> 0)).toString();

export function parseStoredSimHash(stored: string): SimHash {
  const bits = BigInt(stored);
  return { high: Number(BigInt.asIntN(32, bits >> 32n)), low: Number(BigInt.asIntN(32, bits)) };
}
