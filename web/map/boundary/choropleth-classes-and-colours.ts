/**
 * Upper bounds of at most `classes` classes with about equally many areas each, ascending; zeros are a class of their
 * own.
 */
export function classBreaks(values: readonly number[], classes = 5): number[] {
  const sorted = values.filter((value) => value > 0).sort((one, other) => one - other);
  const breaks: number[] = [];
  for (let n = 1; n <= classes; n++) {
    const bound = sorted[Math.ceil((sorted.length * n) / classes) - 1];
    if (bound !== undefined && bound !== breaks.at(-1)) breaks.push(bound);
  }
  return breaks;
}

/** Class of a value: 0 for nothing, else 1 … breaks.length. */
export function choroplethClassOf(value: number, breaks: readonly number[]): number {
  if (value <= 0 || breaks.length === 0) return 0;
  const found = breaks.findIndex((bound) => value <= bound);
  return (found < 0 ? breaks.length - 1 : found) + 1;
}

/** Mixes two colours `#rrggbb`; share 0 is the first, 1 the second. */
export function mixColors(one: string, other: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(one, at) + (channel(other, at) - channel(one, at)) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Fills of the classes, from the colour of the land upwards. They end well before the colour of the marks, so that
 * labels keep a contrast of 4.5:1 on the strongest fill.
 */
export function classFills(land: string, mark: string, classes: number, strongest = 0.36): string[] {
  const weakest = classes > 1 ? 0.08 : strongest * 0.6;
  return Array.from({ length: classes + 1 }, (_, n) =>
    n === 0 ? land : mixColors(land, mark, weakest + ((strongest - weakest) * (n - 1)) / Math.max(1, classes - 1)),
  );
}
