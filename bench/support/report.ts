import type { Figures, Result } from './measure.ts';

const digits = (value: number, places = 0) => (Number.isNaN(value) ? '–' : value.toFixed(places));

/** Wide characters take two columns of a terminal. */
const width = (text: string) => [...text].reduce((sum, one) => sum + (/[\u2e80-\uffef]/.test(one) ? 2 : 1), 0);
const left = (text: string, columns: number) => text + ' '.repeat(Math.max(0, columns - width(text)));

function line(cells: readonly string[]): string {
  const [first = '', ...rest] = cells;
  return left(first, 58) + rest.map((cell) => cell.padStart(9)).join('');
}

const heads = ['', 'op/s', 'p50 ms', 'p99 ms', 'node µs', 'db µs'];

/** One comparison as three lines: product, bare server, ratio. */
export function describeResult({ title, product, bare, ratio, target, met }: Result): string {
  const figures = (name: string, { rate, p50, p99, nodeCpu, databaseCpu }: Figures) =>
    line([`  ${name}`, digits(rate), digits(p50, 1), digits(p99, 1), digits(nodeCpu), digits(databaseCpu)]);
  const verdict = `${ratio.toFixed(2)} × (target ≥ ${target}) ${met ? '✓ met' : '✗ not met'}`;
  return [`${left(title, 58)} ${verdict}`, figures('product', product), figures('bare', bare)].join('\n');
}

export const describeHeads = (): string => line(heads);

/** A measurement that is no comparison: its result, and whether it meets its limit. */
export interface Finding {
  name: string;
  title: string;
  seen: string;
  /** Undefined: recorded only. */
  met?: boolean;
  values: Readonly<Record<string, number>>;
}

export function describeFinding({ title, seen, met }: Finding): string {
  return `${left(title, 58)} ${seen}${met === undefined ? '' : met ? '  ✓ met' : '  ✗ not met'}`;
}

/** The closing table: every ratio and finding in one line each. */
export function summarise(results: readonly Result[], findings: readonly Finding[]): string {
  const rows = [
    ...results.map(({ title, product, bare, ratio, target, met }) =>
      line([title, digits(product.rate), digits(bare.rate), `${ratio.toFixed(2)} ×`, `≥ ${target}`, met ? '✓' : '✗']),
    ),
    ...findings.map(describeFinding),
  ];
  const heading = results.length > 0 ? [line(['median op/s', 'product', 'bare', 'ratio', 'target', 'met'])] : [];
  return [...heading, ...rows].join('\n');
}
