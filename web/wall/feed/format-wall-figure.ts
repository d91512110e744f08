import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import type { Text } from '#kernel/text/text.ts';

/** Texts of a number: `2,000`, or for a sum also its rows, `22 团 · 391 人`. */
interface NumberText {
  /** `22 团`; undefined when the number is the count of rows. */
  readonly rows: string | undefined;
  readonly n: string;
  /** `人`; only with `rows`, which could be mistaken for it. */
  readonly unit: string | undefined;
}

/** The texts of a count of rows, or of a sum and its count of rows. */
export function formatFigureParts(
  { n, unit, sum }: Pick<RowsBehindFigure, 'n' | 'unit' | 'sum'>,
  t: (text: Text, values?: Readonly<Record<string, unknown>>) => string,
): NumberText {
  if (sum?.rows === undefined) return { rows: undefined, n: groupThousands(n), unit: undefined };
  return {
    rows: [groupThousands(sum.rows), unit ? t(unit, { n: sum.rows }) : ''].filter(Boolean).join(' '),
    n: groupThousands(n),
    unit: sum.unit && t(sum.unit, { n }),
  };
}

/** The texts in one line. */
export const formatFigureInOneLine = ({ rows, n, unit }: NumberText): string =>
  [rows, [n, unit].filter(Boolean).join(' ')].filter(Boolean).join(' · ');

/** `1,234` in tabular figures. */
export const groupThousands = (n: number): string => n.toLocaleString('en-US');
