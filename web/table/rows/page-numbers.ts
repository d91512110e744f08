/** Pages shown on either side of the present one. */
const neighbours = 2;

/** The page numbers of a pager: first, last, and those around the present one; 0 for a gap. */
export function pageNumbers(page: number, last: number): readonly number[] {
  const from = Math.max(2, Math.min(page - neighbours, last - 2 * neighbours));
  const to = Math.min(last - 1, Math.max(page + neighbours, 1 + 2 * neighbours));
  const inner = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  return [1, ...gap(1, from), ...inner, ...gap(to, last), ...(last > 1 ? [last] : [])];
}

/** A gap of a single page shows that page instead. */
const gap = (before: number, after: number): readonly number[] =>
  after - before <= 1 ? [] : after - before === 2 ? [before + 1] : [0];
