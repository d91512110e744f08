/** A slice of a ring, as the drawing command of an SVG path around 0,0. */
export interface DonutSlice {
  tone: string;
  path: string;
}

const point = (radius: number, turn: number) =>
  `${round(radius * Math.sin(2 * Math.PI * turn))} ${round(-radius * Math.cos(2 * Math.PI * turn))}`;

const round = (value: number) => Math.round(value * 100) / 100;

/** The ring of a cluster: one slice per tone, in order, starting at the top. Tones without rows have none. */
export function donutSlices(
  counts: readonly { tone: string; n: number }[],
  outer: number,
  inner: number,
): DonutSlice[] {
  const total = counts.reduce((sum, one) => sum + one.n, 0);
  if (total <= 0) return [];
  let turn = 0;
  return counts
    .filter((one) => one.n > 0)
    .map(({ tone, n }) => {
      const from = turn;
      turn += n / total;
      // A full circle ends where it began and would draw nothing: draw two halves.
      const path =
        n === total ? `${arc(0, 0.5, outer, inner)}${arc(0.5, 1, outer, inner)}` : arc(from, turn, outer, inner);
      return { tone, path };
    });
}

function arc(from: number, to: number, outer: number, inner: number): string {
  const large = to - from > 0.5 ? 1 : 0;
  return `M${point(outer, from)}A${outer} ${outer} 0 ${large} 1 ${point(outer, to)}L${point(inner, to)}A${inner} ${inner} 0 ${large} 0 ${point(inner, from)}Z`;
}

/** Diameter of a cluster's ring in em: it grows with the count, within a readable range that fits a cell. */
export const donutDiameters = { smallest: 2.1, growth: 0.58, largest: 3.9 } as const;

export const clusterSize = (n: number): number =>
  Math.min(donutDiameters.largest, donutDiameters.smallest + Math.log10(Math.max(1, n)) * donutDiameters.growth);

/** A count in at most four characters: 9,999 → `9999`, 12,345 → `1.2万` or `12k`. */
export function formatShortCount(n: number, locale: 'zh-cn' | 'en'): string {
  if (n < 10_000) return String(n);
  if (locale === 'zh-cn') return n < 100_000 ? `${Math.floor(n / 1000) / 10}万` : `${Math.floor(n / 10_000)}万`;
  return n < 1_000_000 ? `${Math.floor(n / 1000)}k` : `${Math.floor(n / 100_000) / 10}M`;
}
