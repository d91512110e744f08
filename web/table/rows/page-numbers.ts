/** Pages beside the present one that are named. */
const neighbours = 2;

/** Which pages are named below a list: the first, the last, those around the present one; 0 where some are left out. */
export function pageNumbers(page: number, last: number): readonly number[] {
  const from = Math.max(2, Math.min(page - neighbours, last - 2 * neighbours));
  const to = Math.min(last - 1, Math.max(page + neighbours, 1 + 2 * neighbours));
  const inner = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  return [1, ...gap(1, from), ...inner, ...gap(to, last), ...(last > 1 ? [last] : [])];
}

/** A single page that would be left out is named instead. */
const gap = (before: number, after: number): readonly number[] =>
  after - before <= 1 ? [] : after - before === 2 ? [before + 1] : [0];
