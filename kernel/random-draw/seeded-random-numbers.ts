import { createHmac, type Hash } from './hash-bytes-and-hmac.ts';

const range = 2 ** 32;

/** A source of numbers that depend on a seed alone, so that everybody with the seed gets the same ones. */
export interface SeededRandomNumbers {
  /** A number from 0 to `count - 1`, each equally likely. `count` is at most 2³². */
  below(count: number): number;
}

/**
 * Creates the numbers of a seed. Block n, counted from 0, is HMAC(seed, n as eight bytes, big-endian). It is read as
 * eight numbers of 32 bits, big-endian. A number at or above the largest multiple of `count` is skipped, so that no
 * result is more likely than another (rejection sampling).
 */
export function createSeededRandomNumbers(hash: Hash, seed: Uint8Array): SeededRandomNumbers {
  const hmac = createHmac(hash, seed);
  const counter = new DataView(new ArrayBuffer(8));
  let block: DataView = new DataView(new ArrayBuffer(0));
  let blocks = 0n;
  let at = 0;
  const next = (): number => {
    if (at >= block.byteLength) {
      counter.setBigUint64(0, blocks);
      blocks += 1n;
      const bytes = hmac(new Uint8Array(counter.buffer));
      block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      at = 0;
    }
    const number = block.getUint32(at);
    at += 4;
    return number;
  };
  return {
    below(count) {
      const limit = range - (range % count);
      let number = next();
      while (number >= limit) number = next();
      return number % count;
    },
  };
}
