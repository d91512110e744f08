/** Reproducible random numbers: the same seed, the same numbers (mulberry32). */
export interface Random {
  /** 0 ≤ n < 1 */
  next(): number;
  /** A whole number below the limit. */
  below(n: number): number;
  chance(likely: number): boolean;
  pick<T>(from: readonly T[]): T;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    next,
    below,
    chance: (likely) => next() < likely,
    pick<T>(from: readonly T[]): T {
      return from[below(from.length)] as T;
    },
  };
}
