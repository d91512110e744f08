/** Reproducible random numbers: equal seeds give equal demonstration data on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** Uniform in [min, max). */
  float(min: number, max: number): number;
  /** Normal with mean 0 and deviation 1. */
  normal(): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** One of the items, each as likely as its weight. */
  weighted<T>(items: Weighted<T>): T;
  /** A number of decimal digits. */
  digits(length: number): string;
}

/** Items with their cumulative weights, made by `weigh`. */
export interface Weighted<T> {
  readonly items: readonly T[];
  readonly totals: readonly number[];
}

export function weigh<T>(entries: Iterable<readonly [T, number]>): Weighted<T> {
  const items: T[] = [];
  const totals: number[] = [];
  let total = 0;
  for (const [item, weight] of entries) {
    total += weight;
    items.push(item);
    totals.push(total);
  }
  if (items.length === 0) throw new RangeError('nothing to draw from');
  return { items, totals };
}

/** mulberry32: 32 bits of state, fast, and uniform enough for demonstration data. */
export function makeSeededRandom(seed: number | string): Random {
  let state = typeof seed === 'number' ? seed >>> 0 : hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const at = <T>(items: readonly T[], index: number): T => {
    const item = items[index];
    if (item === undefined) throw new RangeError('nothing to draw from');
    return item;
  };
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    float: (min, max) => min + next() * (max - min),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    chance: (probability) => next() < probability,
    pick: (items) => at(items, Math.floor(next() * items.length)),
    weighted({ items, totals }) {
      const mark = next() * (totals[totals.length - 1] ?? 0);
      let [low, high] = [0, totals.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((totals[middle] ?? 0) > mark) high = middle;
        else low = middle + 1;
      }
      return at(items, low);
    },
    digits: (length) => Array.from({ length }, () => Math.floor(next() * 10)).join(''),
  };
}

/** FNV-1a, so that a string can serve as seed. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
